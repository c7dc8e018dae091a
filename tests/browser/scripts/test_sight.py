"""What is asked is in sight (board/recorder/sight.js), however far down in the list of moves it was asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# The recorder's page on a small phone: the question, a board, choices that stick to the edge, and a long list.
START = """async () => {
  const { bringIntoSight } = await import("/static/nabu/board/recorder/sight.js");
  document.body.innerHTML = `<div style="height: 200px"></div><div class="record-grid">
    <div><p id="due">?</p><div id="board" style="height: 350px"></div>
    <div id="dock" class="record-dock"><div style="height: 150px"></div></div></div>
    <div style="height: 5000px"></div></div>`;
  window.after = (top) => {
    scrollTo(0, top);
    bringIntoSight(...["due", "board", "dock"].map((id) => document.getElementById(id)));
    return scrollY;
  };
}"""


@pytest.mark.parametrize("top", [500, 2000, 4500])
def test_it_comes_from_far_away(scripts: Page, top: int) -> None:
    scripts.evaluate(START)
    scripts.evaluate("top => after(top)", top)
    rects = "['due', 'board', 'dock'].map((id) => document.getElementById(id).getBoundingClientRect())"
    for box in scripts.evaluate(f"{rects}.map(({{ top, bottom }}) => [top, bottom])"):
        assert 0 <= box[0] < box[1] <= 740


@pytest.mark.parametrize("top", [0, 120, 200, 300])
def test_nothing_moves_where_it_is_in_sight(scripts: Page, top: int) -> None:
    scripts.evaluate(START)
    assert scripts.evaluate("top => after(top)", top) == top


@pytest.mark.parametrize("top", [0, 120, 300])
@pytest.mark.parametrize("change", ["grow", "shrink"])
def test_the_board_stays_under_the_finger_when_a_line_above_it_changes(scripts: Page, top: int, change: str) -> None:
    """As when the network goes, and the line that says so is three times as high."""
    heights = ["60px", "20px"] if change == "shrink" else ["20px", "60px"]
    moved = scripts.evaluate(
        """async ([top, [before, after]]) => {
          const { keepInPlace } = await import("/static/nabu/board/recorder/sight.js");
          document.body.innerHTML = `<div style="height: 200px"></div><div id="sync" style="height: ${before}"></div>
            <div id="board" style="height: 350px"></div><div style="height: 5000px"></div>`;
          const [board, sync] = ["board", "sync"].map((id) => document.getElementById(id));
          scrollTo(0, top + 40);
          const where = () => board.getBoundingClientRect().top;
          const start = where();
          keepInPlace(board, () => { sync.style.height = after; });
          const at_once = where() - start;
          await new Promise(requestAnimationFrame);
          return [at_once, where() - start];
        }""",
        [top, heights],
    )
    assert moved == [0, 0]
