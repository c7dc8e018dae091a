// The verdict on a log in words, its scores, and what is known of its file.

/** Shows what `log.verify` has answered. `most`: so many bytes the engine has seen at most. */
export function showVerdict(root, found, log, most) {
  const part = (name) => root.querySelector(`[data-verdict="${name}"]`);
  const say = (name, text) => {
    part(name).textContent = text ?? "";
  };
  const sayIf = (name, text) => {
    part(`${name}-label`).hidden = part(name).hidden = !text;
    say(name, text);
  };
  const { report, words } = found;
  const { header } = report;

  part("icon").className = `verdict-sign bg-${words.tone} text-${words.tone}-fg`;
  for (const name of ["icon", "title", "meaning", "limits"]) say(name, words[name]);
  say("file", log.unpacked ? part("file").dataset.unpacked.replace("{name}", log.name) : log.name);
  part("note").hidden = !found.note;
  say("note-text", found.note);
  part("remark").hidden = !found.remark;
  say("remark-text", found.remark);

  part("problem").hidden = !report.code;
  say("code", report.code);
  say("code-words", found.code_words);
  sayIf("line", report.line && lineInWords(found, part("line").dataset.turn));
  say("reason", found.reason);
  sayIf("legal", found.legal.length ? " " : "");
  part("legal").replaceChildren(listOf(found.legal));
  sayIf("claim", report.claim?.scores.join(" – "));
  part("due").hidden = Boolean(report.code) || !found.reason;
  say("due", found.reason);
  part("missing").hidden = !found.missing_set;
  say("missing-name", found.missing_set?.name);
  say("missing-digest", found.missing_set && `${found.missing_set.sha256.slice(0, 12)}…`);
  say("components-problem", "");

  showScores(part, found.scores);

  part("proof").hidden = !["verified", "unfinished"].includes(report.verdict);
  say("sha256", log.blob.size > most ? "–" : found.sha256);
  say("engine", report.engine);
  sayIf("header", header && `${found.title || header.game}, ${header.ruleset}`);
  sayIf("edition", found.edition);
  sayIf("actions", report.actions);
}

function lineInWords({ report, failing_seat: who }, turn) {
  const parts = [report.line, report.turn && turn.replace("{turn}", report.turn), who];
  return parts.filter(Boolean).join(", ");
}

function listOf(texts) {
  const list = document.createElement("ul");
  list.className = "mb-0 ps-3";
  list.append(...texts.map((text) => element("li", text, "text-break")));
  return list;
}

function showScores(part, scores) {
  part("scores").hidden = !scores;
  const { seats = [], rows = [], totals = [], places = [] } = scores ?? {};
  fill(part("seats"), seats, (name) => Object.assign(element("th", name, "text-end text-break"), { scope: "col" }));
  fill(part("totals"), totals, number);
  fill(part("places"), places, number);
  part("places").hidden = !places.length;
  part("rows").replaceChildren(
    ...rows.map(([title, points]) => {
      const row = document.createElement("tr");
      row.append(Object.assign(element("th", title, "fw-normal"), { scope: "row" }), ...points.map(number));
      return row;
    }),
  );
}

/** The cells of a row behind its label. */
function fill(row, values, make) {
  row.replaceChildren(row.firstElementChild, ...values.map(make));
}

function number(value) {
  return element("td", value, value ? "text-end" : "text-end text-secondary");
}

function element(name, text, className) {
  return Object.assign(document.createElement(name), { textContent: text, className });
}
