"""Whether the texts of a page can be read on their ground."""

from __future__ import annotations

FAINT = """() => {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const mixed = new Map();
  const over = (top, below) => { // a canvas knows every way to write a colour
    if (top === 'rgba(0, 0, 0, 0)') return below;
    const known = `${top} ${below}`;
    if (!mixed.has(known)) {
      pixel.fillStyle = `rgb(${below})`; pixel.fillRect(0, 0, 1, 1);
      pixel.fillStyle = top; pixel.fillRect(0, 0, 1, 1);
      mixed.set(known, [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3));
    }
    return mixed.get(known);
  };
  const light = (colour) => colour.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const grounds = new Map([[null, [255, 255, 255]]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      grounds.set(element, over(getComputedStyle(element).backgroundColor, ground(element.parentElement)));
    }
    return grounds.get(element);
  };
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set(), seen = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, style = getComputedStyle(element);
    if (!texts.currentNode.data.trim() || seen.has(element)) continue;
    seen.add(element);
    if (element.closest('svg, script, style, noscript, option, del, .visually-hidden, .skip-link, :disabled')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const size = parseFloat(style.fontSize), least = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
    const below = ground(element);
    const [less, more] = [light(below), light(over(style.color, below))].sort((first, second) => first - second);
    const ratio = (more + 0.05) / (less + 0.05);
    if (ratio >= least) continue;
    found.add(`${element.className}: ${ratio.toFixed(2)} ${element.textContent.trim().slice(0, 40)}`);
  }
  return [...found];
}"""
"""Texts that are too faint on their ground, by the formula of WCAG. Axe asks the same and a second for each page."""
