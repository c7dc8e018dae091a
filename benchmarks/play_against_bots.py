"""Games against a bot on a phone of 360 pixels: how long everything takes that somebody waits for.

    python -m benchmarks.play_against_bots [--moves N] [--bot NAME] [GAME ...]

A site of its own in a temporary folder. "Engine" is the time until the engine in the worker has answered for the first
time, "start" the time of a new game, "answer" what a bot needs for one move, with the way to the worker and back:
middle and longest, "hint" the same for a hint. "Lit" is the time from the tap that ends a move of a person until its
result is on the board: middle and longest. The person plays as greedy would, without thinking.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from benchmarks.own_site import PHONE, a_site

ENGINE = """async () => {
  const { Engine, engineConfig } = await import("/static/nabu/core/browser_engine/engine.js");
  const before = performance.now();
  window.engine = await Engine.start(engineConfig());
  return performance.now() - before;
}"""

BOTS = """async ([game, ruleset, set, most, bot]) => {
  const timed = async (name, values) => {
    const before = performance.now();
    const answer = await window.engine.ask(name, values);
    return [answer, performance.now() - before];
  };
  const seats = [{ name: "one", bot }, { name: "two", bot }, { name: "Ana", bot: null }];
  const spec = { game, ruleset, set, switches: {}, components: null, seats, seed: "clay" };
  let [answer, start] = await timed("play.start", spec);
  const answers = [];
  const hints = [];
  while (!answer.over && answers.length < most) {
    let took;
    if (answer.bot) {
      [answer, took] = await timed("play.bot");
      answers.push(took);
    } else {
      hints.push((await timed("play.hint"))[1]);
      const line = { seat: 2 };
      for (let nodes = answer.choices.tree; nodes; nodes = nodes[0].n) {
        const [{ k, v, l }] = nodes;
        if (l) line[k] = [...(line[k] ?? []), v];
        else if (k) line[k] = v;
      }
      [answer] = await timed("play.move", { line });
    }
  }
  return { start, answers, hints };
}"""

WATCH = """() => {
  window.lit = [];
  let tapped = 0;
  document.addEventListener("click", () => { tapped = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    if (tapped) window.lit.push(performance.now() - tapped);
    tapped = 0;
  })).observe(document.getElementById("told"), { childList: true, characterData: true, subtree: true });
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--moves", type=int, default=60, help="so many moves of bots, and half as many by taps")
    parser.add_argument("--bot", default="greedy", help="the name of the bot to play against")
    parser.add_argument("--port", type=int, default=8470)
    options = parser.parse_args()
    with a_site(options.port) as address:
        measure(address, options.games, options.moves, options.bot)


def measure(address: str, games: list[str], moves: int, bot: str) -> None:
    """One game after the other; prints a line for each."""
    from playwright.sync_api import sync_playwright

    from engine.registry import GAMES
    from nabu.core.browser_engine.pack.browser import find_chromium
    from tests.browser.conftest import FLAGS

    print("Milliseconds, middle and longest:      engine    start      answer            hint            tap to lit")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for key in games or list(GAMES):
            page = browser.new_page(base_url=address, **PHONE)
            page.goto("/play/")
            engine = page.evaluate(ENGINE)
            game = GAMES[key]
            found: dict[str, Any] = page.evaluate(BOTS, [key, game.rulesets[0], game.component_sets[0], moves, bot])
            page.evaluate("() => window.engine.stop()")
            lit = taps(page, key, moves // 2, bot)
            print(
                f"{key:12} {engine / 1000:8.1f} s {found['start']:6.0f} ms"
                f" {statistics.median(found['answers']):10.0f} ms {max(found['answers']):6.0f} ms"
                f" {statistics.median(found['hints']):11.0f} ms {max(found['hints']):6.0f} ms"
                f" {statistics.median(lit):17.0f} ms {max(lit):6.0f} ms"
            )
            page.close()
        browser.close()


def taps(page: Any, game: str, moves: int, bot: str) -> list[float]:
    """Milliseconds from tap to result of a person's moves."""
    from tests.browser.playing import AT_ONCE, Opponent, begin

    page.add_init_script(AT_ONCE)
    page.goto("/play/")
    begin(page, game, kinds=("", bot))
    opponent = Opponent.of(page)
    page.evaluate(WATCH)
    for _move in range(moves):
        if page.locator("#over").is_visible():
            break
        opponent.play()
    found: list[float] = page.evaluate("() => window.lit")
    return found


if __name__ == "__main__":
    main()
