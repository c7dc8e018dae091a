"use strict";
// Draws the figures of a page with Plotly. A figure ({data, layout}, analytics/figures/) stands in a JSON script element, either
//   <div class="chart" data-chart="ID" aria-label="..."></div> with {{ figure|json_script:"ID" }}, or
//   <script type="application/json" class="chart-data" data-label="...">...</script>, drawn right behind itself.
// Colours stand in it by name ("--chart-answer"): charts.css says what they are, so they change with the appearance. Names of
// rows stand above their marks, or beside them where the picture is wide enough.
(() => {
  const CONFIG = { responsive: true, displayModeBar: false };
  const SIZE = 12; // pixels of all texts
  const GAP = 12; // between names, marks and numbers
  const BESIDE = 0.34; // the part of a picture's width that names of rows may take beside their marks
  const SEAT = 18; // the room of the mark of a seat before a name
  const ICON = { above: [24, 18], beside: [30, 24] }; // the room of a drawing before a name, and its size
  const ROOMY = 560; // from this width on labels beyond the last mark have their drawings
  const NAMED = /--chart-[\w-]+/g;

  const theme = () => document.documentElement.getAttribute("data-bs-theme") || "light";

  // The colours of today. A named colour may be light-dark(…): only a real element says what it is.
  function palette(dark) {
    const probe = document.createElement("span");
    probe.style.colorScheme = dark ? "dark" : "light";
    probe.style.transition = "none"; // with one, a colour is for a moment the one before
    probe.style.forcedColorAdjust = "none"; // charts.css has colours for that
    document.body.append(probe);
    const known = new Map();
    const colour = (name) => {
      if (!known.has(name)) {
        probe.style.color = `var(${name})`;
        known.set(name, getComputedStyle(probe).color);
      }
      return known.get(name);
    };
    return { colour, done: () => probe.remove() };
  }

  function coloured(value, colour) {
    if (typeof value === "string") return value.replace(NAMED, colour);
    if (Array.isArray(value)) return value.map((each) => coloured(each, colour));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, coloured(each, colour)]));
    }
    return value;
  }

  function template(colour) {
    const axis = {
      gridcolor: colour("--chart-grid"),
      linecolor: colour("--chart-zero"),
      zerolinecolor: colour("--chart-zero"),
      zerolinewidth: 1,
      tickfont: { color: colour("--chart-label") },
      tickangle: 0,
      nticks: 5,
    };
    const font = { color: colour("--chart-text"), family: getComputedStyle(document.body).fontFamily, size: SIZE };
    return {
      layout: {
        paper_bgcolor: "rgba(0,0,0,0)",
        plot_bgcolor: "rgba(0,0,0,0)",
        font,
        hoverlabel: { bgcolor: colour("--chart-surface"), bordercolor: colour("--chart-zero"), font, align: "left" },
        margin: { l: 40, r: 16, t: 16, b: 28 },
        xaxis: axis,
        yaxis: axis,
      },
    };
  }

  const measure = document.createElement("canvas").getContext("2d");

  function widest(labels) {
    measure.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
    const lines = labels.flatMap(({ text }) => text.split("<br>"));
    return Math.max(0, ...lines.map((line) => measure.measureText(line.replace(/<[^>]*>/g, "")).width * (line.includes("<b>") ? 1.08 : 1)));
  }

  // Names on the axis below or above stand apart: where they would touch, every other one is left out, zero stays.
  function thin(axis, plot) {
    while (axis.tickvals?.length > 2 && widest(axis.ticktext.map((text) => ({ text }))) + GAP > plot / axis.tickvals.length) {
      const kept = Math.max(0, axis.tickvals.indexOf(0)) % 2;
      for (const name of ["tickvals", "ticktext"]) axis[name] = axis[name].filter((_, place) => place % 2 === kept);
    }
  }

  // Makes room for labels beyond the last mark, in a wide picture each behind its drawing.
  function fitLabels(layout, width, labels, icons) {
    layout.margin.r = Math.ceil(widest(labels)) + GAP;
    if (!icons.length) return;
    if (width < ROOMY) {
      layout.images = layout.images.filter((each) => !icons.includes(each));
      return;
    }
    const [room, size] = ICON.above;
    layout.margin.r += room;
    const plot = width - layout.margin.l - layout.margin.r;
    const [low, high] = layout.yaxis.range;
    const pixel = (high - low) / (layout.height - layout.margin.t - layout.margin.b);
    for (const icon of icons) Object.assign(icon, { x: 1 + labels[0].xshift / plot, sizex: size / plot, sizey: size * pixel });
    for (const label of labels) label.xshift += room;
  }

  // Puts labels, the names of rows, their numbers and what stands before the names where they belong at this width.
  function fit(layout, width) {
    const named = (list, name) => (list ?? []).filter((each) => each.name === name);
    const beyond = named(layout.annotations, "side-label");
    if (beyond.length) fitLabels(layout, width, beyond, named(layout.images, "side-icon"));
    const names = named(layout.annotations, "row-name");
    if (!names.length) return;
    const numbers = named(layout.annotations, "row-number");
    const seats = named(layout.shapes, "row-seat");
    const icons = named(layout.images, "row-icon");
    const nameWide = widest(names) + (icons.length ? ICON.beside[0] : seats.length ? SEAT : 0);
    const beside = nameWide <= width * BESIDE;
    const [iconRoom, iconSize] = ICON[beside ? "beside" : "above"];
    const before = icons.length ? iconRoom : seats.length ? SEAT : 0;
    layout.margin.l = beside ? Math.ceil(nameWide) + GAP : GAP;
    layout.margin.r = beside ? Math.ceil(widest(numbers)) + 2 * GAP : GAP;
    const plot = width - layout.margin.l - layout.margin.r;
    const high = layout.height - layout.margin.t - layout.margin.b;
    const [low, top] = layout.yaxis.range;
    const pixel = Math.abs(low - top) / high;
    const left = -layout.margin.l;
    for (const name of names) {
      name.xshift = left + before;
      if (beside) Object.assign(name, { yanchor: "middle", yshift: 0, bgcolor: "rgba(0,0,0,0)" });
    }
    for (const number of numbers) {
      number.xshift = layout.margin.r;
      if (beside) Object.assign(number, { yanchor: "middle", yshift: 0, bgcolor: "rgba(0,0,0,0)" });
    }
    // Above the mark, what stands before a name is in the middle of its lowest line.
    const raised = beside ? 0 : pixel * (names[0].yshift + SIZE * 0.65);
    for (const seat of seats) {
      seat.xanchor = (left + SEAT / 2 - 2) / plot;
      seat.yanchor -= raised;
    }
    for (const icon of icons) Object.assign(icon, { x: left / plot, y: icon.y - raised, sizex: iconSize / plot, sizey: iconSize * pixel });
  }

  // The figure as it is drawn now: in the colours of this appearance, at the width of its box.
  function drawing(target, look = theme()) {
    const { colour, done } = palette(look === "dark");
    const { data, layout } = coloured(JSON.parse(target.figure), colour);
    layout.template = template(colour);
    done();
    fit(layout, target.clientWidth);
    if (layout.margin) thin(layout.xaxis ?? {}, target.clientWidth - layout.margin.l - layout.margin.r);
    return [data, layout];
  }

  function draw(target, source) {
    if (target.dataset.drawn) return;
    target.dataset.drawn = "yes";
    target.figure = source.textContent;
    const title = JSON.parse(target.figure).layout?.title?.text;
    target.setAttribute("role", "img");
    if (!target.hasAttribute("aria-label") && (source.dataset.label || title)) {
      target.setAttribute("aria-label", source.dataset.label || title);
    }
    target.replaceChildren(); // what kept its room free
    Plotly.newPlot(target, ...drawing(target), CONFIG);
    target.on("plotly_click", ({ points }) => tell(target, points[0]?.customdata));
    let width = target.clientWidth;
    new ResizeObserver(() => {
      if (!target.clientWidth || target.clientWidth === width) return;
      width = target.clientWidth;
      redraw(target);
    }).observe(target);
  }

  function redraw(target, look) {
    Plotly.react(target, ...drawing(target, look), CONFIG);
  }

  // A tap shows the value of what it meets and offers the way to its games; the numbers have the same links.
  function tell(target, point) {
    const line = target.parentElement.querySelector(".chart-said");
    if (!line || !point?.text) return;
    const words = document.createElement("span");
    words.textContent = new DOMParser().parseFromString(point.text.replaceAll("<br>", ", "), "text/html").body.textContent;
    line.replaceChildren(words);
    if (!point.href?.startsWith("/") || point.href.startsWith("//")) return;
    const link = document.createElement("a");
    link.href = point.href;
    link.textContent = line.dataset.open;
    line.append(" ", link);
  }

  function drawAll(root) {
    for (const target of root.querySelectorAll("[data-chart]")) {
      const source = document.getElementById(target.dataset.chart);
      if (!source) continue;
      target.classList.add("chart");
      draw(target, source);
    }
    for (const source of root.querySelectorAll("script.chart-data")) {
      let target = source.nextElementSibling;
      if (!target?.classList.contains("chart")) {
        target = document.createElement("div");
        target.className = "chart";
        source.after(target);
      }
      draw(target, source);
    }
  }

  function redrawAll(look) {
    for (const target of document.querySelectorAll(".chart.js-plotly-plot")) redraw(target, look);
  }

  document.addEventListener("DOMContentLoaded", () => drawAll(document));
  document.addEventListener("htmx:load", (event) => drawAll(event.detail.elt));
  document.addEventListener("nabu:theme", () => redrawAll());
  // Paper is white.
  window.addEventListener("beforeprint", () => redrawAll("light"));
  window.addEventListener("afterprint", () => redrawAll());
})();
