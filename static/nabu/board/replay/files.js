// What is taken away from the page: a picture as PNG, a link to a move.

const PIXELS_WIDE = 1440;

/** A PNG of an SVG document, made by the browser. */
export async function pngOf(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [, , width, height] = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  const canvas = document.createElement("canvas");
  canvas.width = PIXELS_WIDE;
  canvas.height = Math.round((PIXELS_WIDE * height) / width);
  svg.setAttribute("width", canvas.width); // an image without a size of its own is drawn as nothing
  svg.setAttribute("height", canvas.height);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const paper = canvas.getContext("2d");
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

/** Has the browser save it under this name. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether the text is in the clipboard now. Browsers allow it on secure pages only. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
