// Keeps the page's own files, so that it works without a network after the first visit. boot.js
// registers it with the list of files in its address: another build is another address, hence
// another worker with a cache of its own.
const scope = registration.scope;
const files = new URL(location.href).searchParams.get("files").split(" ").map((file) => new URL(file, scope).href);
const prefix = `shardlens ${scope} `;
const name = prefix + location.search;
// Names with a hash never change their content; the others are asked for first, so that a new
// build is noticed on the next visit.
const hashed = /-[0-9a-f]{8,}[._]/;

addEventListener("install", (event) => {
  const fresh = files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (key) => key.startsWith(prefix) && key !== name;
  event.waitUntil(
    caches.keys()
      .then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.search = "";
  url.hash = "";
  const file = url.href === `${scope}index.html` ? scope : url.href;
  if (event.request.method === "GET" && files.includes(file)) {
    event.respondWith(hashed.test(file) ? kept(file, event.request) : asked(file, event.request));
  }
});

async function kept(file, request) {
  return (await caches.match(file, { cacheName: name })) ?? fetch(request);
}

async function asked(file, request) {
  const answer = await fetch(request).catch(() => null);
  return answer?.ok ? answer : ((await caches.match(file, { cacheName: name })) ?? answer ?? Response.error());
}
