"use strict";
// Moves players of a draft with a mouse, a finger or a pen. Where a player is dropped ([data-to]) is put into the form
// "drop" and sent; the server answers with the new tables. The handle without dragging opens a form instead.
(() => {
  const FAR = 6; // pixels after which a press is a drag
  const EDGE = 70; // pixels from the edge of the window in which it scrolls
  let drag = null;

  const seatOf = (element) => element.closest?.("#seating [data-seat]");

  function placeAt(x, y) {
    const found = document.elementFromPoint(x, y)?.closest("#draft [data-to]");
    if (!found) return null;
    // On the own table only another player is a place.
    return found === drag.seat || found === drag.table ? null : found;
  }

  function aim(place) {
    if (place === drag.place) return;
    drag.place?.classList.remove("drop-target");
    place?.classList.add("drop-target");
    drag.place = place;
  }

  function lift() {
    drag.ghost = drag.seat.querySelector(".seat-name").cloneNode(true);
    drag.ghost.className = "drag-ghost";
    drag.ghost.setAttribute("aria-hidden", "true");
    document.body.append(drag.ghost);
    drag.seat.classList.add("dragged");
    document.body.classList.add("dragging");
    window.getSelection()?.removeAllRanges();
    scroll();
  }

  function scroll() {
    if (!drag?.ghost) return;
    const below = drag.y - (window.innerHeight - EDGE);
    const above = EDGE - drag.y;
    if (below > 0) window.scrollBy(0, below / 4);
    else if (above > 0) window.scrollBy(0, -above / 4);
    if (below > 0 || above > 0) aim(placeAt(drag.x, drag.y));
    window.requestAnimationFrame(scroll);
  }

  function follow(event) {
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (!drag.ghost) {
      if (Math.hypot(drag.x - drag.startX, drag.y - drag.startY) < FAR) return;
      lift();
    }
    drag.ghost.style.transform = `translate(${drag.x + 12}px, ${drag.y - 20}px)`;
    aim(placeAt(drag.x, drag.y));
  }

  function end() {
    drag.ghost?.remove();
    drag.place?.classList.remove("drop-target");
    drag.seat.classList.remove("dragged");
    document.body.classList.remove("dragging");
    drag = null;
  }

  function send(seat, to) {
    const form = document.getElementById("drop");
    form.elements.seat.value = seat;
    form.elements.to.value = to;
    form.requestSubmit();
  }

  document.addEventListener("pointerdown", (event) => {
    const seat = seatOf(event.target);
    if (!seat || drag || event.button !== 0 || !event.isPrimary) return;
    // A finger scrolls the page everywhere but on the handle.
    if (event.pointerType !== "mouse" && !event.target.closest(".handle")) return;
    const { clientX: x, clientY: y } = event;
    drag = { id: event.pointerId, seat, table: seat.closest('[data-to^="table:"]'), startX: x, startY: y, x, y };
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId === drag?.id) follow(event);
  });

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { seat, place, ghost } = drag;
    end();
    if (!ghost) return;
    // The press that ends a drag is no click on the handle.
    const swallow = (click) => {
      click.preventDefault();
      click.stopPropagation();
    };
    document.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
    if (place) send(seat.dataset.seat, place.dataset.to);
  });

  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId === drag?.id) end();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) end();
  });
})();
