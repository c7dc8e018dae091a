// One line that says whether everything is saved, and what to do if not.
import { button, element, refill } from "../drawing/elements.js";

const CUT_OFF = ["offline", "busy", "broken", "signed_out", "forbidden"];

/**
 * `acts`: retry(), saveLog(), dismiss(). `notice`: a sentence about what happened to moves, or "". The page says where
 * the levels of proof are explained, if its record has a table, whose result will have one.
 */
export function showStatus(box, { page, sync, journal, notice, safety }, { say, plural }, acts) {
  const saving = journal.waiting.length + journal.unwritten > 0;
  const told = element("span", { className: "sync-told" }, sentence(sync, journal, saving, { say, plural }));
  if (safety.state !== "starting") told.append(" ", element("span", { className: "text-secondary" }, say(`safety_${safety.state}`)));
  const children = [told];
  if (sync.status === "signed_out" && sync.login) {
    children.push(element("a", { href: sync.login, target: "_blank", rel: "opener" }, say("sign_in")));
  }
  const cutOff = CUT_OFF.includes(sync.status);
  if (cutOff) children.push(button(say("try_now"), acts.retry, "btn-sm"));
  if (cutOff && page.dataset.proof) children.push(worth(page.dataset.proof, say));
  if (journal.trouble) children.push(element("p", {}, say(journal.trouble === "full" ? "storage_full" : "no_storage")));
  if (notice) children.push(element("p", {}, notice));
  children.push(...refused(journal.refused, say));
  if (journal.refused.length || notice) children.push(button(say("dismiss"), acts.dismiss, "btn-sm"));
  // Not while a move is on its way: nothing may shift under a finger that goes on.
  if (journal.trouble || cutOff || journal.refused.length) children.push(button(say("save_log"), acts.saveLog, "btn-sm"));
  box.dataset.safety = safety.state;
  box.dataset.status = saving && sync.status === "saved" ? "saving" : sync.status;
  refill(box, ...children);
}

function sentence(sync, { waiting, unwritten }, saving, { say, plural }) {
  const kept = Math.max(0, waiting.length - unwritten); // on the disk of this device
  const seconds = Math.max(1, Math.round((sync.retryAt - Date.now()) / 1000));
  switch (sync.status) {
    case "offline":
      return kept ? plural("offline", kept) : say(saving ? "saving" : "offline_none");
    case "busy":
      return kept ? plural("server_busy", kept, { seconds }) : say(saving ? "saving" : "server_trouble_none");
    case "broken":
      return kept ? plural("server_error", kept, { seconds }) : say(saving ? "saving" : "server_trouble_none");
    case "signed_out":
      return say("signed_out");
    case "forbidden":
      return say("not_yours");
    default:
      return say(saving || sync.status === "saving" ? "saving" : "saved");
  }
}

function worth(proof, say) {
  const link = element("a", { href: proof, target: "_blank", rel: "noopener" }, say("what_this_means"));
  return element("p", {}, say("arrive_together"), " ", link);
}

function refused(entries, say) {
  if (!entries.length) return [];
  const list = element("ul", {}, ...entries.map((entry) => element("li", {}, entry.text)));
  return [element("p", {}, say("refused_moves")), list];
}
