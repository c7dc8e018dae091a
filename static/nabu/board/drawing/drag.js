// Something that is dragged from where it stands onto the board. A tap stays a tap.

const FAR = 8; // pixels until a tap is none any more
const ABOVE = 56; // pixels that it is seen above a finger, which would hide it

/**
 * Lets `element` be dragged. `picture()`: what is seen at the pointer. `onBegin(giveUp)`: with `giveUp()` the page ends it;
 * `onOver(x, y)`: it is here now; `onDrop()`; `onCancel()`: it was given up, by Escape or by the browser.
 */
export function draggable(element, { picture, onBegin, onOver, onDrop, onCancel }) {
  element.classList.add("can-be-dragged");
  element.addEventListener("dragstart", (event) => event.preventDefault());
  // Else what is let go in full swing is a fling, and the browser takes the next tap for its end.
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    let flying = null;
    const leaving = new AbortController();
    const end = (act) => {
      leaving.abort();
      flying?.remove();
      if (!flying) return;
      // The click that follows is none.
      const swallow = (event) => event.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      act();
    };
    const listen = (type, act) => addEventListener(type, act, { signal: leaving.signal });
    listen("pointermove", (event) => {
      if (event.pointerId !== down.pointerId) return;
      const [right, lower] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!flying) {
        if (Math.hypot(right, lower) < FAR) return;
        flying = fly(picture());
        onBegin(() => end(() => {}));
      }
      const y = event.clientY - (event.pointerType === "touch" ? ABOVE : 0);
      flying.style.translate = `${event.clientX}px ${y}px`;
      flying.classList.toggle("lies", onOver(event.clientX, y));
    });
    listen("pointerup", (event) => event.pointerId === down.pointerId && end(onDrop));
    listen("pointercancel", (event) => event.pointerId === down.pointerId && end(onCancel));
    listen("keydown", (event) => event.key === "Escape" && end(onCancel));
  });
}

function fly(picture) {
  const box = document.createElement("div");
  box.className = "dragged";
  box.setAttribute("aria-hidden", "true");
  box.append(picture);
  document.body.append(box);
  return box;
}
