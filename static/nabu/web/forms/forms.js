// Nothing that was typed into a form of a page is lost: it comes back after a lost connection, a busy server, an ended
// session and the browser's Back, and a sentence says that it is not saved. Results are sent again by themselves.
import { fill, hasMore, hasPassword, isChanged, tokenOf, typedOf, valuesOf } from "./fields.js";
import { Kept } from "./kept.js";
import { goTo, newKey, reach, send, sendByBrowser } from "./sending.js";

const AGAIN = 4000; // milliseconds between two attempts to send a result

const kept = new Kept(document.body.dataset.account ?? "");
const notices = document.getElementById("form-notices")?.content;
const page = location.pathname + location.search;
const underway = new WeakSet();

const actionOf = (form, submitter) =>
  new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);
const pathOf = (action) => action.pathname + action.search;
const isHtmx = (element) => element?.closest("[hx-post]") !== null && element !== null;

/** Whether this is a form that is looked after here. */
function isOurs(form, submitter) {
  const action = actionOf(form, submitter);
  const method = submitter?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "";
  const elsewhere = submitter?.hasAttribute("formtarget") || form.hasAttribute("target");
  const own = form.dataset.byBrowser === undefined; // its answer is no page to come back from
  const here = action.origin === location.origin && !elsewhere;
  return notices && own && method.toLowerCase() === "post" && here && !hasPassword(form);
}

function keep(form, action, more) {
  kept.keep({ page, action, values: valuesOf(form), typed: typedOf(form), key: "", ...more });
}

// --- What is said ------------------------------------------------------------------------------------------------------

/** Say something at a form, or at the top of the page: the sentence of that name in the page's own words. */
function say(name, form = null) {
  const place = form ?? document.getElementById("messages");
  place.querySelector(":scope > [data-form-notice]")?.remove();
  const box = document.createElement("div");
  box.className = "alert alert-warning";
  box.dataset.formNotice = name;
  box.setAttribute("role", "alert");
  box.append(notices.querySelector(`[data-notice="${name}"]`).textContent);
  place.prepend(box);
  box.scrollIntoView({ block: "nearest" });
  return box;
}

/** Under a notice: the way to be rid of what was typed. */
function offerToDiscard(box, entry) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-sm d-block mt-2";
  button.textContent = notices.querySelector('[data-notice="discard"]').textContent;
  button.addEventListener("click", () => {
    kept.forget(entry.page, entry.action);
    left = true;
    location.reload();
  });
  box.append(button);
}

// --- Sending -----------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.dataset.forgetsForms !== undefined) kept.clear();
  if (event.defaultPrevented || !isOurs(form, submitter) || isHtmx(submitter ?? form)) return;
  event.preventDefault();
  if (!underway.has(form)) (hasMore(form) ? handOver : deliver)(form, submitter);
});

/** Files go by the browser itself, and so do codes, of which a wrong one counts each time it comes. But only once the
 * site can be reached: the browser's own page about a lost connection would stand where the form was. */
async function handOver(form, submitter, again = false) {
  keep(form, pathOf(actionOf(form, submitter)), { why: "by-browser" });
  underway.add(form);
  hold(form);
  const found = await reach();
  underway.delete(form);
  if (found.there) {
    left = true;
    sendByBrowser(form, submitter, again);
    return;
  }
  const goesOn = form.dataset.sendsAgain !== undefined;
  notSent(form, submitter, goesOn ? "again" : found.busy ? "busy" : "lost");
  if (goesOn) setTimeout(() => form.isConnected && !underway.has(form) && handOver(form, submitter, true), AGAIN);
}

/** Everything stays on the page, and can be sent again. */
function notSent(form, submitter, notice) {
  letGo(form);
  submitter?.focus();
  say(notice, form);
}

/** While a form is on its way, no other button of it can be pressed. */
function hold(form) {
  form.setAttribute("aria-busy", "true");
  for (const button of form.elements) {
    if (button.type !== "submit" || button.disabled) continue;
    button.dataset.held = "";
    button.disabled = true;
  }
}

function letGo(form) {
  form.removeAttribute("aria-busy");
  for (const button of form.elements) {
    if (button.dataset.held === undefined) continue;
    delete button.dataset.held;
    button.disabled = false;
  }
}

async function deliver(form, submitter) {
  const path = pathOf(actionOf(form, submitter));
  const values = valuesOf(form);
  const before = kept.find(page, path);
  const pressed = submitter?.name ? [[submitter.name, submitter.value]] : [];
  // What is the same as before has the same key: if it has arrived, it is not taken twice.
  const same = before?.key && JSON.stringify(before.sent) === JSON.stringify([...values, ...pressed]);
  const key = same ? before.key : newKey();
  const sent = [...values, ...pressed];
  keep(form, path, { sent, key, why: "lost" });
  underway.add(form);
  hold(form);
  const became = await send(path, sent, tokenOf(form), kept.account && key, same);
  underway.delete(form);
  if (became.done || became.signedOut) {
    if (became.done) kept.forget(page, path);
    else keep(form, path, { sent, key, why: "signed-out" });
    left = true;
    goTo(became.done ?? became.signedOut);
  } else if (became.answered) {
    kept.forget(page, path);
    left = true;
    sendByBrowser(form, submitter);
  } else {
    const again = form.dataset.sendsAgain !== undefined && kept.account;
    keep(form, path, { sent, key, why: became.busy ? "busy" : "lost" });
    notSent(form, submitter, again ? "again" : became.busy ? "busy" : kept.account ? "lost" : "unsure");
    if (again) setTimeout(() => form.isConnected && !underway.has(form) && deliver(form, submitter), AGAIN);
  }
}

// --- Leaving and coming back ---------------------------------------------------------------------------------------------

let left = false; // the page goes on to where a form has led

window.addEventListener("pagehide", () => {
  if (left) return;
  for (const form of document.forms) {
    if (!isOurs(form, null) || !isChanged(form) || form.dataset.keepsItself !== undefined) continue;
    const action = pathOf(actionOf(form, null));
    if (!kept.find(page, action)) keep(form, action, { why: "left" });
  }
});

window.addEventListener("pageshow", ({ persisted }) => {
  left = false;
  if (!persisted) return;
  for (const form of document.forms) {
    letGo(form);
    if (!isHtmx(form)) kept.forget(page, pathOf(actionOf(form, null)));
  }
});

function comeBack() {
  const [navigation] = performance.getEntriesByType("navigation");
  const returned = ["back_forward", "reload"].includes(navigation?.type);
  const failed = navigation?.responseStatus >= 400;
  if (!returned && !failed) kept.settle(); // whatever a browser has sent was answered with this page
  for (const entry of kept.of(page)) {
    if (kept.account !== entry.account || failed) continue;
    if (entry.why === "left" && !returned) kept.forget(page, entry.action);
    else if (!opened(entry)) bringBack(entry);
  }
}

/** A form that comes when the details around it are opened comes first. Whether there is such a one. */
function opened(entry) {
  const later = [...document.querySelectorAll("details [hx-get]")].find(
    (each) => new URL(each.getAttribute("hx-get"), location.href).pathname === entry.action,
  );
  if (!later) return false;
  const details = later.closest("details");
  details.addEventListener("htmx:load", () => bringBack(entry), { once: true });
  const open = () => (details.open = true);
  if (document.readyState === "complete") open();
  else window.addEventListener("load", open, { once: true }); // htmx hears it
  return true;
}

function bringBack(entry) {
  const forms = [...document.forms].filter((each) => pathOf(actionOf(each, null)) === entry.action && isOurs(each, null));
  const form = forms.find((each) => likeness(each, entry) === Math.max(...forms.map((one) => likeness(one, entry))));
  if (!form && !entry.typed.length) {
    kept.forget(page, entry.action); // a button that is not there any more was pressed: the page says how things are now
  } else if (!form) {
    offerToDiscard(tell(entry), entry);
  } else if (form.querySelector(".is-invalid, .alert-danger")) {
    kept.forget(page, entry.action); // the server has shown it again by itself, and said what is wrong
  } else {
    fill(form, entry.values);
    offerToDiscard(say(entry.why === "signed-out" ? "signed-out" : "back", form), entry);
    if (entry.why !== "signed-out" && entry.key && form.dataset.sendsAgain !== undefined) deliver(form, null);
  }
}

function likeness(form, { values }) {
  const names = new Set([...form.elements].map(({ name }) => name));
  return values.filter(([name]) => names.has(name)).length;
}

/** The form is no longer on the page: this is what was typed. */
function tell(entry) {
  const box = say("gone");
  const list = document.createElement("ul");
  for (const [, value] of entry.typed) {
    const line = document.createElement("li");
    line.className = "text-break";
    line.textContent = value;
    list.append(line);
  }
  box.append(list);
  return box;
}

// --- Parts of pages that htmx sends ----------------------------------------------------------------------------------------

const byPerson = ({ requestConfig }) => requestConfig.verb !== "get" || requestConfig.triggeringEvent?.isTrusted;

document.addEventListener("htmx:sendError", ({ detail }) => notices && byPerson(detail) && say("lost-part"));
document.addEventListener("htmx:timeout", ({ detail }) => notices && byPerson(detail) && say("lost-part"));
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (notices && byPerson(detail)) say(detail.xhr.status >= 500 ? "busy-part" : "changed-part");
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  const form = elt.closest("form");
  if (!form || !notices || xhr.getResponseHeader("Nabu-Signed-Out") === null || hasPassword(form)) return;
  keep(form, pathOf(actionOf(form, null)), { why: "signed-out" });
});

if (notices) comeBack();
