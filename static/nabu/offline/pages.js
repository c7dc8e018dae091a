// Keeping this page on the device, so that it opens without the network. The service worker of its area does it.

/**
 * Keep this page, what it has loaded, and the `files` that the engine is made of; `offline` is the address of the service
 * worker. False where that does not work: over plain HTTP.
 */
export async function keepPage({ offline, files: engine }) {
  const container = navigator.serviceWorker;
  if (!container || !offline) return false;
  // Not from the browser's cache, so that a new version of ours is seen.
  await container.register(offline, { updateViaCache: "none" });
  const { active } = await container.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = [...document.querySelectorAll("script[src], link[rel~=stylesheet], link[rel~=icon]")];
  const files = [...engine, ...own.map((each) => each.src || each.href), ...loaded.filter(isFile)];
  const addresses = new Set(files.map((file) => new URL(file, location).href));
  return ask(active, { keep: location.pathname, files: [...addresses] });
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
