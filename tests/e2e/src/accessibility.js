// What people who do not see the page, or see it badly, need of it. Returns complaints.
// Text inside pictures (svg, canvas) is left out: beside every picture a table says the same.
const complaints = [];
const ROLES = new Set(("alert alertdialog application article button cell checkbox columnheader combobox complementary " +
  "contentinfo dialog document form grid gridcell group heading img link list listbox listitem log main menu menubar menuitem " +
  "menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup region row rowgroup " +
  "rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel textbox toolbar " +
  "tooltip tree treegrid treeitem").split(" "));
const PARENTS = { option: "listbox", row: "grid,treegrid,table,rowgroup", gridcell: "row", columnheader: "row", treeitem: "tree,treegrid,group", tab: "tablist" };
const TABBABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

const shown = (element) => element.checkVisibility({ visibilityProperty: true });
const named = (element) => {
  const id = element.id && `#${element.id}`;
  const test = element.dataset?.testid && `[${element.dataset.testid}]`;
  return `<${element.localName}${id || test || (element.getAttribute("class") ? `.${element.getAttribute("class")}` : "")}> “${(element.textContent || "").trim().slice(0, 40)}”`;
};
const complain = (what, element) => complaints.push(`${what}: ${named(element)}`);
const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

if (!document.documentElement.lang) complaints.push("the page names no language");
if (!document.title) complaints.push("the page has no title");
if (all("main").length !== 1) complaints.push("there is not one main part");
if (all("h1").length !== 1) complaints.push(`there are ${all("h1").length} first headings`);

const ids = new Map();
for (const element of document.querySelectorAll("[id]")) {
  if (ids.has(element.id)) complain("an id is there twice", element);
  ids.set(element.id, element);
}
for (const element of all("[role]")) {
  const role = element.getAttribute("role");
  if (!ROLES.has(role)) complain(`there is no role “${role}”`, element);
  const parents = PARENTS[role];
  const parent = element.parentElement.closest("[role]:not([role=none], [role=presentation])");
  if (parents && !parents.split(",").includes(parent?.getAttribute("role"))) complain(`“${role}” is outside ${parents}`, element);
}
for (const name of ["aria-controls", "aria-activedescendant", "aria-labelledby", "aria-describedby"]) {
  for (const element of all(`[${name}]`)) {
    const missing = element.getAttribute(name).split(" ").filter((id) => id && !ids.has(id));
    if (missing.length) complain(`${name} names what is not there (${missing})`, element);
  }
}
for (const element of document.querySelectorAll("[tabindex]")) {
  if (element.tabIndex > 0) complain("the order of the keyboard is not the page's", element);
}
for (const element of document.querySelectorAll("[aria-hidden=true]")) {
  if (element.matches(TABBABLE) && element.tabIndex >= 0) complain("hidden, yet the keyboard gets there", element);
  const inside = [...element.querySelectorAll(TABBABLE)].filter(shown);
  if (inside.length) complain("hidden, yet the keyboard gets inside", element);
}
for (const element of all("a[href], button, summary")) {
  const inner = [...element.querySelectorAll("a[href], button, input, select, [tabindex]")].find(shown);
  if (inner) complain("something to press inside something to press", inner);
}
for (const element of all("table")) {
  if (!element.querySelector("th")) complain("a table without headers", element);
}
// What a click does, the keyboard does: rows that are pressed are reached.
for (const element of all("main *, aside *")) {
  const box = element.getBoundingClientRect();
  if (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)
    && box.height > 0 && element.tabIndex < 0 && ![...element.querySelectorAll(TABBABLE)].some(shown)) {
    complain("scrolls, but not by keyboard", element);
  }
}

// Contrast: the colour of every text over the backgrounds behind it.
const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
pixel.canvas.width = pixel.canvas.height = 1;
const cache = new Map();
const rgba = (colour) => {
  if (!cache.has(colour)) {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
    cache.set(colour, [r, g, b, a / 255]);
  }
  return cache.get(colour);
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const behind = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const colour = rgba(getComputedStyle(at).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), rgba("white"));
};
const light = ([r, g, b]) => {
  const linear = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};
const contrast = (a, b) => {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const told = new Set();
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || !shown(element) || element.closest("svg, canvas, noscript, :disabled, .visually-hidden")) continue;
  const style = getComputedStyle(element);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
  const ground = behind(element);
  const ratio = contrast(over(rgba(style.color), ground), ground);
  const key = `${style.color} ${ground} ${element.getAttribute("class")}`;
  if (ratio < (large ? 3 : 4.5) && !told.has(key)) {
    told.add(key);
    complain(`contrast ${ratio.toFixed(2)}`, element);
  }
}
return complaints;
