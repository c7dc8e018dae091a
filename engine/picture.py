"""The picture of a position in a log."""

from __future__ import annotations

from engine.components import Library, no_library
from engine.table.table import Table


def position_svg(data: bytes, turn: int | None = None, library: Library = no_library) -> str:
    """The position at the end of a turn as an SVG document; None: as far as the log is valid.

    Turn 0 is the position before the first turn. A turn that the log begins and does not end is shown as far as it
    goes. What was done in the turn is pointed out.

    Raises ValueError if the bytes hold no position (unreadable, or a setup that the rules do not allow) or if the game
    does not get as far as that turn.
    """
    table, report = Table.of_log(data, library)
    if table is None:
        raise ValueError(f"there is no position to show: {report.reason}")
    if turn is None:
        return table.picture()
    if not 0 <= turn <= report.turns:
        raise ValueError(f"there is no turn {turn}: the log is valid up to turn {report.turns}")
    before = sum(move.turn < turn for move in table.moves)
    count = sum(move.turn <= turn for move in table.moves)
    return table.at(count).picture(since=before)
