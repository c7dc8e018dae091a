// Who records: one device at a time. Another one asks, and this one agrees, or its lease runs out.
import { button, element, refill } from "../drawing/elements.js";

/** `acts`: takeOver(), consent(yes). */
export function showWriter(box, writer, { say, plural }, acts) {
  const { mine, device, idle, asked } = writer;
  const told = element("span", {}, state(mine, device, idle, say, plural));
  const row = element("div", { className: "writer-line" }, told);
  if (mine && asked) {
    // Somebody waits for the answer: a screen reader says so at once.
    const name = asked.device || say("a_device");
    const question = element("div", { className: "alert alert-warning", role: "alert" }, say("asks", { device: name }), " ");
    question.append(button(say("hand_over"), () => acts.consent(true), "btn-primary"), " ");
    question.append(button(say("keep_recording"), () => acts.consent(false)));
    refill(box, row, question);
    return;
  }
  if (!mine && asked?.mine) row.append(element("p", { className: "mb-0" }, say("asked_to_take_over")));
  else if (!mine) row.append(" ", button(offer(device, idle, say), () => acts.takeOver()));
  refill(box, row);
}

const LEASE = 60; // seconds

function offer(device, idle, say) {
  if (!device) return say("start_recording");
  return idle >= LEASE ? say("take_over") : say("ask_to_take_over");
}

function state(mine, device, idle, say, plural) {
  if (mine) return say("recording_here");
  if (!device) return say("recording_nobody");
  if (idle < LEASE) return say("recording_elsewhere", { device });
  const ago = idle < 120 ? plural("seconds", Math.round(idle)) : plural("minutes", Math.round(idle / 60));
  return say("recording_idle", { device, ago });
}
