// Passing on an address, or else that of this page: with the sheet of the device, or else by copying it.

const AGAIN_MS = 4000;
const MOST_TRIES = 6;

function share(button) {
  const status = document.querySelector("[data-share-status]");
  const address = button.dataset.share || window.location.origin + window.location.pathname;
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", async () => {
    if (navigator.share) {
      // Whoever closes the sheet has not failed.
      await navigator.share({ title: button.dataset.shareTitle, url: address }).catch(() => {});
    } else {
      await navigator.clipboard.writeText(address);
      status.textContent = button.dataset.shareCopied;
    }
  });
}

// A worker draws the picture when the page is made: until then its address leads to that of the site.
async function showWhenDrawn(picture) {
  const address = picture.getAttribute("src");
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await fetch(address, { cache: "reload" });
    if (!found.redirected) {
      if (tries > 0) picture.src = `${address}?drawn`;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

document.querySelectorAll("[data-share]").forEach(share);
document.querySelectorAll("[data-share-picture]").forEach((picture) => {
  const show = () => showWhenDrawn(picture).catch(() => {});
  picture.closest("details").addEventListener("toggle", show, { once: true });
});
