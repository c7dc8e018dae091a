// Makes a drawing like another one and touches only what differs, so what stays keeps its focus and its place.

/** What the page adds to a drawing. It belongs to no picture, so no new picture takes it away. */
export const OURS = "data-board";

const ADDED = new Set([OURS, "style", "part"]);

/** Makes `old` like `fresh`, an element of the same name. Returns the elements that are new in it. */
export function morph(old, fresh, added = []) {
  if (!old.isEqualNode(fresh)) {
    matchAttributes(old, fresh);
    matchChildren(old, fresh, added);
  }
  return added;
}

function matchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!ADDED.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// Children with a key find their own; the others are taken in their order. What nobody takes goes.
function matchChildren(old, fresh, added) {
  const keyed = new Map();
  for (const child of old.children) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    at = skip(at);
    const key = keyOf(child);
    const own = key ? keyed.get(key) : at;
    if (own && own.nodeName === child.nodeName && (key || !keyOf(own))) {
      keyed.delete(key);
      if (own === at) at = own.nextSibling;
      else old.insertBefore(own, at);
      if (own.nodeType === Node.ELEMENT_NODE) morph(own, child, added);
      else if (own.data !== child.data) own.data = child.data;
    } else {
      old.insertBefore(child, at);
      if (child.nodeType === Node.ELEMENT_NODE) added.push(child);
    }
  }
  while ((at = skip(at))) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function skip(node) {
  while (node?.nodeType === Node.ELEMENT_NODE && node.getAttribute(OURS) === "added") node = node.nextSibling;
  return node;
}

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.id) return `#${node.id}`;
  for (const { name, value } of node.attributes) {
    if (name.startsWith("data-") && name !== OURS) return `${name}=${value}`;
  }
  return "";
}
