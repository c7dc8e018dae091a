"use strict";
// Draws the figures of a page with Plotly. A figure ({data, layout}) stands in a JSON script element, either
//   <div class="chart" data-chart="ID" aria-label="..."></div> with {{ figure|json_script:"ID" }}, or
//   <script type="application/json" class="chart-data" data-label="...">...</script>, drawn right behind itself.
(() => {
  const CONFIG = {
    responsive: true,
    displaylogo: false,
    // Its buttons appear under the pointer; on a touch screen they would lie on the chart all the time.
    displayModeBar: window.matchMedia("(hover: hover)").matches ? "hover" : false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
  };
  // Distinguishable for colour-blind people, on white and on dark (Okabe and Ito's colours; black made grey).
  const COLORWAY = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a8a", "#b3a100"];

  function template(theme) {
    const dark = theme === "dark";
    const text = dark ? "#dce1e7" : "#1d273b";
    const line = dark ? "#45536b" : "#cbd5e1";
    const grid = dark ? "#2c3a50" : "#e6ebf1";
    const axis = { gridcolor: grid, linecolor: line, zerolinecolor: line, tickcolor: line, automargin: true };
    return {
      layout: {
        paper_bgcolor: "rgba(0,0,0,0)",
        plot_bgcolor: "rgba(0,0,0,0)",
        colorway: COLORWAY,
        font: { color: text, family: getComputedStyle(document.body).fontFamily, size: 13 },
        hoverlabel: { bgcolor: dark ? "#1f2b3d" : "#ffffff", bordercolor: line, font: { color: text } },
        legend: { orientation: "h", yanchor: "bottom", y: 1.02, x: 0 },
        margin: { l: 48, r: 16, t: 40, b: 44 },
        xaxis: axis,
        yaxis: axis,
      },
    };
  }

  const theme = () => document.documentElement.getAttribute("data-bs-theme") || "light";
  const drawn = () => document.querySelectorAll(".chart.js-plotly-plot");

  function draw(target, source) {
    if (target.dataset.drawn) return;
    target.dataset.drawn = "yes";
    const figure = JSON.parse(source.textContent);
    const title = figure.layout?.title?.text;
    target.setAttribute("role", "img");
    if (!target.hasAttribute("aria-label") && (source.dataset.label || title)) {
      target.setAttribute("aria-label", source.dataset.label || title);
    }
    target.replaceChildren(); // what kept its room free
    Plotly.newPlot(target, figure.data, { ...figure.layout, template: template(theme()) }, CONFIG);
    // A point may lead somewhere; the table of the figure has the same links.
    target.on("plotly_click", ({ points }) => {
      const href = points[0]?.customdata?.href;
      if (href?.startsWith("/")) window.location.assign(href);
    });
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

  function recolour(name) {
    for (const target of drawn()) Plotly.relayout(target, { template: template(name) });
  }

  document.addEventListener("DOMContentLoaded", () => drawAll(document));
  document.addEventListener("htmx:load", (event) => drawAll(event.detail.elt));
  document.addEventListener("nabu:theme", (event) => recolour(event.detail));
  // Paper is white.
  window.addEventListener("beforeprint", () => recolour("light"));
  window.addEventListener("afterprint", () => recolour(theme()));
})();
