// For those on duty: the number of calls that wait stands in the title of the tab, and a new one makes a sound, once it
// is turned on (on the page with the list) and the page was touched: a browser lets no other page make one.
(() => {
  const KEY = "nabu-calls-sound", NOTES = [[880, 0], [1174.7, 0.18], [880, 0.36]], SECONDS = 0.16, VOLUME = 0.25;
  const title = document.title;
  let context = null, latest = 0;

  const line = () => document.getElementById("calls-line");
  let chosen = "off"; // where the browser keeps nothing, as long as the page is open
  try {
    chosen = localStorage.getItem(KEY) ?? chosen;
  } catch { /* it may refuse */ }
  const isOn = () => chosen === "on";
  const choose = (what) => {
    chosen = what;
    try {
      localStorage.setItem(KEY, what);
    } catch { /* it may refuse */ }
  };

  const ring = () => {
    if (context?.state !== "running") return;
    for (const [pitch, after] of NOTES) {
      const begin = context.currentTime + after, tone = context.createOscillator(), volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(VOLUME, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + SECONDS);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + SECONDS);
    }
  };

  const show = () => {
    const waiting = Number(line()?.dataset.calls ?? 0);
    document.title = waiting ? `(${waiting}) ${title}` : title;
    const button = document.getElementById("calls-sound"), state = document.getElementById("calls-sound-state");
    if (!button || !window.AudioContext) return;
    button.hidden = false;
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(isOn()));
    state.textContent = !isOn() ? "" : context?.state === "running" ? state.dataset.on : state.dataset.waits;
  };

  const hear = () => {
    const newest = Number(line()?.dataset.latest ?? 0);
    if (newest > latest && isOn()) ring();
    latest = Math.max(latest, newest);
    show();
  };

  const allow = async () => {
    if (!isOn() || !window.AudioContext) return;
    context ??= new AudioContext();
    await context.resume();
    show();
  };

  document.addEventListener("click", async ({ target }) => {
    if (target.closest?.("#calls-sound")) {
      choose(isOn() ? "off" : "on");
      await allow();
      if (isOn()) ring(); // so that whoever turns it on knows it
      show();
    } else if (context?.state !== "running") {
      await allow();
    }
  });
  document.addEventListener("keydown", () => { if (context?.state !== "running") allow(); });
  document.addEventListener("htmx:afterSettle", hear);
  latest = Number(line()?.dataset.latest ?? 0);
  show();
})();
