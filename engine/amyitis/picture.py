"""The position as an SVG document, with a text alternative."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.state import AmyitisState
from engine.game import Action
from engine.svg import document, label

WIDTH, LINE = 360.0, 24.0


def draw_position(state: AmyitisState, names: Sequence[str], last: Sequence[Action] = ()) -> str:
    """The position as SVG: prestige by seat, and what is due. Seats are counted from 1."""
    lines = [f"{seat + 1} {name}: {state.scores[seat]} prestige" for seat, name in enumerate(names)]
    lines.append(f"Round {state.round}, {state.tiles_left} tiles left; {state.due()}.")
    lines += [action.text() for action in last]
    return document(
        WIDTH,
        LINE * (len(lines) + 1),
        f"Amyitis: {' – '.join(names)}",
        " ".join(lines),
        "text{font:14px sans-serif;fill:#1a1a1a}",
        [label(8, LINE * (number + 1), line, "line") for number, line in enumerate(lines)],
    )
