// The symbols of tokens, tiles, cards and resources. The page names the file; it is read once and kept in the page.

const SVG = "http://www.w3.org/2000/svg";
const OURS = "symbol-"; // before their names: a page has ids of its own
const file = document.querySelector('meta[name="board-symbols"]')?.content;

if (file) load(file).catch(() => {}); // without symbols the words beside them still say everything

/** A symbol by its name. What it means is said beside it. */
export function symbol(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "symbol");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${OURS}${name}`);
  drawn.append(use);
  return drawn;
}

/** A symbol before a text, the text alone where there is no symbol. */
export function withSymbol(name, text) {
  if (!name) return [text];
  const words = document.createElement("span");
  words.textContent = text;
  return [symbol(name), words];
}

async function load(address) {
  const text = await (await fetch(address)).text();
  const named = text.replaceAll(' id="', ` id="${OURS}`).replaceAll('href="#', `href="#${OURS}`);
  const symbols = new DOMParser().parseFromString(named, "image/svg+xml").documentElement;
  symbols.setAttribute("class", "symbols");
  symbols.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(symbols, true));
}
