// Making elements: what the other files here write with.
import { withSymbol } from "./symbols.js";

/** An element with these properties and children: element("button", { type: "button" }, "Undo"). */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

/** A button that does something; `look` are its classes beside "btn". */
export function button(text, act, look = "") {
  const made = element("button", { type: "button", className: `btn ${look}`.trim() }, text);
  made.addEventListener("click", act);
  return made;
}

/** The same with a drawing before the text: the name of a symbol (`symbols.js`), or a piece (`pieces.js`). */
export function symbolButton(drawn, text, act, look = "") {
  const made = button(null, act, look);
  made.append(...(drawn instanceof Element ? [drawn, element("span", {}, text)] : withSymbol(drawn, text)));
  return made;
}

/** Keeps the height of an element in a property of the page: what is revealed stays clear of it (board.css). */
export function tellHeight(box, property) {
  new ResizeObserver(() => document.documentElement.style.setProperty(property, `${box.offsetHeight}px`)).observe(box);
}

/** Replaces what stands in a box. If the focus was in it, it goes to the same control, or to the first one there is. */
export function refill(box, ...children) {
  const own = box.contains(document.activeElement) ? document.activeElement.textContent : null;
  box.replaceChildren(...children.filter(Boolean));
  if (own === null) return;
  const controls = [...box.querySelectorAll("button:not([disabled]), summary, a")];
  (controls.find((control) => control.textContent === own) ?? controls[0])?.focus({ preventScroll: true });
}
