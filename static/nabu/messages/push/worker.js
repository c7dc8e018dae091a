// The service worker for notifications: shows what the site sends, and opens the table when it is tapped.

self.addEventListener("push", (event) => {
  const { title, body, address, topic } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: topic, renotify: true, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

// The page itself if it is open somewhere, else a new one.
async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find(({ url }) => new URL(url).pathname === address);
  return found ? found.focus() : self.clients.openWindow(address);
}
