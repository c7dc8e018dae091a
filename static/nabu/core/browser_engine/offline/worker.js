// The service worker of an area (records, games against bots): opens its pages without the network. It touches nothing but
// pages that were kept and the files they need; what is sent to the server, and its answers, pass by.

const CACHE = "nabu-offline";
const LISTS = "/nabu-offline/pages/"; // not an address of the site: a page's list of files is kept under it
const PATIENCE = 4000; // milliseconds until a page that does not come is opened from the device
const DAYS = 14; // after so many days without being opened a page is not kept any more
const FOR_EVER = /\.[0-9a-f]{12}\.\w+$|\/engine\/[0-9a-f]{12}\//; // the address says which version it is

let turn = Promise.resolve();

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  const { keep, files, forget } = event.data;
  // One after the other: each tidies up at its end, and what another one has only begun to keep would go.
  const done = turn.then(() => (keep ? keepPage(keep, files) : forgetPage(forget)));
  turn = done.catch(() => {});
  event.waitUntil(done.then(() => port.postMessage(true), () => port.postMessage(false)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (FOR_EVER.test(pathname)) event.respondWith(fileOfVersion(request));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

// The page as the server has it; from the device if it does not answer, or only that it cannot.
async function page(request, pathname) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(pathname, { ignoreVary: true });
  if (!kept) return fetch(request);
  try {
    const answer = await Promise.race([fetch(request), tooLate()]);
    if (answer.status >= 500) return kept;
    if (answer.ok && !answer.redirected) await keepAgain(cache, pathname, answer.clone());
    return answer;
  } catch {
    return kept;
  }
}

// Unless it was forgotten while the server was asked.
async function keepAgain(cache, pathname, answer) {
  if (await cache.match(pathname, { ignoreVary: true })) await cache.put(pathname, answer);
}

function tooLate() {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("no answer")), PATIENCE);
  });
}

async function fileOfVersion(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function keepPage(pathname, files) {
  const cache = await caches.open(CACHE);
  for (const address of [...files, new URL(pathname, location).href]) {
    const known = await cache.match(address, { ignoreVary: true });
    if (known && FOR_EVER.test(new URL(address).pathname)) continue;
    // What is kept already stays good while the network is away.
    await store(cache, address).catch((error) => {
      if (!known) throw error;
    });
  }
  await cache.put(LISTS + encodeURIComponent(pathname), Response.json({ pathname, files, at: Date.now() }));
  await tidy(cache);
}

async function store(cache, address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status} ${address}`);
  await cache.put(address, answer);
}

async function forgetPage(pathname) {
  const cache = await caches.open(CACHE);
  await cache.delete(pathname);
  await cache.delete(LISTS + encodeURIComponent(pathname));
  await tidy(cache);
}

// Only pages that were opened lately stay, and the files of these.
async function tidy(cache) {
  const wanted = new Set();
  const keys = await cache.keys();
  for (const key of keys.filter(({ url }) => new URL(url).pathname.startsWith(LISTS))) {
    const { pathname, files, at } = await (await cache.match(key)).json();
    if (Date.now() - at > DAYS * 24 * 3600 * 1000) continue;
    for (const address of [key.url, pathname, ...files]) wanted.add(new URL(address, location).href);
  }
  await Promise.all(keys.filter(({ url }) => !wanted.has(url)).map((key) => cache.delete(key)));
}
