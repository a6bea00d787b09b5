// Looks for patterns in names, in a worker of its own: an expression that backtracks for ever is
// ended with it, and the page never waits.
const names = [];

// A text is more names, a list is patterns that a name must match, all of them. Answers are
// numbers per match (index, then first and last UTF-16 unit per pattern), or why a pattern is none.
onmessage = ({ data }) => {
  if (typeof data === "string") {
    for (const name of data.split("\n")) names.push(name);
    return;
  }
  try {
    const patterns = data.map((pattern) => new RegExp(pattern, "i"));
    const found = [];
    names.forEach((name, index) => {
      const places = patterns.map((pattern) => pattern.exec(name));
      if (places.every((place) => place)) {
        found.push(index);
        for (const place of places) found.push(place.index, place.index + place[0].length);
      }
    });
    postMessage(Uint32Array.from(found));
  } catch (error) {
    postMessage(error.message);
  }
};
