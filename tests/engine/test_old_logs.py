"""A log is found to be what earlier releases found it to be, however the rules have been rewritten since.

`examples/found-by-0.1.0.json` is what the engine of commit `e25c5f3b` (0.1.0) said of each example. It is never made
again with newer code; the next release gets a file of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.log.digest import game_digests
from engine.log.replay import replay
from tests.cases import each

EXAMPLES = Path(__file__).parent / "examples"
FOUND: dict[str, dict[str, Any]] = json.loads((EXAMPLES / "found-by-0.1.0.json").read_text())


def test_the_file_has_every_example() -> None:
    assert set(FOUND) == {str(path.relative_to(EXAMPLES)) for path in EXAMPLES.rglob("*.jsonl")}


@each("name", FOUND)
def test_a_log_is_what_it_was(name: str) -> None:
    """Verdict, result, points by source, number of moves and turns, and both digests."""
    data, before = (EXAMPLES / name).read_bytes(), FOUND[name]
    report, digests = replay(data).to_json(), game_digests(data)
    assert digests is not None
    now = {key: report[key] for key in before if key in report} | {"game": digests.game, "moves": digests.moves}
    assert now == before
