// Keeping this page on the device, so that it opens without the network. The service worker of its area does it.

const FIRST = 2000; // milliseconds until it is tried again
const LONGEST = 60000;
const MOST = 20; // so often

/**
 * Keep this page, what it has loaded, and the `files` that the engine is made of; `offline` is the address of the service
 * worker. It is tried again while the network breaks off and the page is `wanted`. False where that does not work: over
 * plain HTTP.
 */
export async function keepPage({ offline, files: engine }, wanted = () => true) {
  const container = navigator.serviceWorker;
  if (!container || !offline) return false;
  // Not from the browser's cache, so that a new version of ours is seen.
  await container.register(offline, { updateViaCache: "none" });
  const { active } = await container.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = [...document.querySelectorAll("script[src], link[rel~=stylesheet], link[rel~=icon]")];
  const files = [...engine, ...own.map((each) => each.src || each.href), ...loaded.filter(isFile)];
  const addresses = new Set(files.map((file) => new URL(file, location).href));
  for (let tries = 0; tries < MOST && wanted(); tries += 1) {
    if (tries) await new Promise((done) => setTimeout(done, Math.min(FIRST * 2 ** tries, LONGEST)));
    // What has come stays: each time there is less to do.
    if (await ask(active, { keep: location.pathname, files: [...addresses] })) return true;
  }
  return false;
}

/** This page need not be kept any more. */
export async function forgetPage() {
  const { active } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  if (active) await ask(active, { forget: location.pathname });
}

// Scripts, styles and the engine; never what differs from person to person.
function isFile(address) {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && /^\/static\/|^\/(\w+\/)?engine\//.test(pathname);
}

function ask(worker, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}
