"use strict";
// Allows notifications on this device, and tells which of the listed devices it is.
(() => {
  const card = document.querySelector("[data-devices]");
  const [button] = card.querySelectorAll("form[data-show=button]");
  const { key, worker } = card.dataset;

  const show = (name, root = card) => root.querySelector(`[data-show=${name}]`).toggleAttribute("hidden", false);
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  const row = (subscription) =>
    [...card.querySelectorAll("[data-endpoint]")].find(({ dataset }) => dataset.endpoint === subscription?.endpoint);

  async function current() {
    const registration = await navigator.serviceWorker.getRegistration(worker);
    return (await registration?.pushManager.getSubscription()) ?? null;
  }

  async function subscribe() {
    const registration = await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
    await activated(registration);
    // One from another key of the site would be refused, and nobody could send to it.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  }

  // Not `serviceWorker.ready`: that waits for a worker of this page, and ours has an address of its own.
  function activated(registration) {
    if (registration.active) return null;
    const { installing, waiting } = registration;
    return new Promise((resolve, reject) => {
      const begun = installing ?? waiting;
      begun.addEventListener("statechange", () => {
        if (begun.state === "activated") resolve();
        if (begun.state === "redundant") reject(new Error("the service worker was not installed"));
      });
    });
  }

  async function allow(event) {
    event.preventDefault();
    const [pressed] = button.querySelectorAll("button");
    pressed.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        button.hidden = Notification.permission === "denied";
        if (button.hidden) show("blocked");
        return;
      }
      const { endpoint, keys } = (await subscribe()).toJSON();
      Object.entries({ endpoint, public_key: keys.p256dh, secret: keys.auth }).forEach(([name, value]) => {
        button.elements[name].value = value;
      });
      button.submit();
    } catch {
      show("failed");
    } finally {
      pressed.disabled = false;
    }
  }

  async function begin() {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("unsupported");
    const own = row(await current());
    if (own) {
      show("own", own);
      // The device need not hear from us again, whatever becomes of our answer.
      own.querySelector("form").addEventListener("submit", async () => (await current())?.unsubscribe());
      return null;
    }
    if (Notification.permission === "denied") return show("blocked");
    button.addEventListener("submit", allow);
    return show("button", card);
  }

  begin();
})();
