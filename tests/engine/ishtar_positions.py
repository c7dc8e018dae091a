"""Positions of Ishtar built by hand, for rules that a game reaches rarely.

Two players on faces 1A, 2A, 3A, 4A, none turned, with two purple fountains, a red and a white one. Round the fountain
of 1A at (0, 0), letters as in docs/ishtar.md (`r` from -3 to 3, `q` grows to the right):

        S T P W          r -3, q from  0
       S R S S P         r -2, q from -1
      P R S S R R        r -1, q from -2
     W R S F S S S       r  0, q from -3
      S S P P S W        r  1, q from -3
       S S R S T         r  2, q from -3
        P W P S          r  3, q from -3
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import Event, ScoreEvent
from engine.ishtar.actions import place
from engine.ishtar.components import SKILLS, IshtarComponents
from engine.ishtar.game import ISHTAR
from engine.ishtar.gardens import add_assistant
from engine.ishtar.phases import PLACE, PLANT, SPECIAL, TAKE
from engine.ishtar.scoring import final_scores
from engine.ishtar.state import IshtarState

GAME = ISHTAR
SET = ISHTAR.components("ishtar-2019")
assert isinstance(SET, IshtarComponents)
CUPS = ["straight", "straight", "bent", "bent", "triangle", "triangle"]
STARTING = ["S13", "S14", "B13", "B14", "T13", "T14"]
FACES = ["1A", "2A", "3A", "4A", "5A", "6A"]
FOUNTAINS = ["FO1", "FO2", "FO4", "FO6", "FO3", "FO5"]
TREES = ["TR01", "TR02", "TR03", "TR04", "TR11"]
Cell = tuple[int, int]


def setup(players: int = 2, **changes: Any) -> dict[str, Any]:
    """A setup, with some keys changed."""
    boards = players + 2
    return {
        "boards": [{"face": face, "rotation": 0} for face in FACES[:boards]],
        "fountains": FOUNTAINS[:boards],
        "cups": CUPS,
        "starting": STARTING,
        "trees": TREES,
        **changes,
    }


def begin(players: int = 2, components: IshtarComponents = SET, **switches: Any) -> IshtarState:
    """The first position under these switches."""
    rules = GAME.ruleset("base", switches)
    return GAME.start(players, rules, components, setup(players))


def cell(state: IshtarState, at: Cell) -> int:
    """The number of a cell."""
    return state.grid.number[at]


def hold(state: IshtarState, tile: str, seat: int = 0) -> None:
    """The seat has taken this tile and is to place it."""
    state.hand = state.components.tile_number[tile]
    state.active = seat
    state.due_next(PLACE)


def lay(state: IshtarState, tile: str, at: Cell, rotation: int = 0) -> None:
    """The tile was placed by the rules in an earlier turn; nobody has its gems."""
    gems = [list(own) for own in state.gems]
    hold(state, tile)
    state.apply(place(0, at, rotation))
    state.gems = gems
    state.icon, state.icon_cell = 0, -1
    state.due_next(TAKE)


def put_assistant(state: IshtarState, seat: int, at: Cell) -> None:
    """The seat has placed an assistant on this cell in an earlier turn."""
    assert state.bed_at[cell(state, at)] not in state.holder
    state.in_supply[seat] -= 1
    add_assistant(state, cell(state, at), seat)


def own_skills(state: IshtarState, seat: int, skills: Iterable[str], gems: tuple[int, int, int] = (2, 0, 0)) -> None:
    """The seat has unlocked these skills, each for these gems."""
    for name in skills:
        number = SKILLS.index(name)
        state.owned[seat] |= 1 << number
        state.paid[seat][3 * number : 3 * number + 3] = gems


def use_icon(state: IshtarState, icon: int, at: Cell, gems: tuple[int, int, int] = (2, 0, 0), seat: int = 0) -> None:
    """The seat has just placed a tile with this icon there, and holds these gems."""
    state.active = seat
    state.icon, state.icon_cell = icon, cell(state, at)
    state.gems[seat] = list(gems)
    state.due_next(SPECIAL)


def plant_step(state: IshtarState, gems: tuple[int, int, int], seat: int = 0) -> None:
    """The seat may plant trees with these gems."""
    state.active = seat
    state.gems[seat] = list(gems)
    state.due_next(PLANT)


def do(state: IshtarState, **words: Any) -> list[Event]:
    """The seat to move does this."""
    return list(state.apply(GAME.action_from_json({"seat": state.to_move, **words}, state.components)))


def draw(state: IshtarState, **words: Any) -> None:
    """This is drawn."""
    state.apply(GAME.action_from_json(words, state.components))


def why_not(state: IshtarState, **words: Any) -> str:
    """Why the seat to move may not do this; empty if it may."""
    action = GAME.action_from_json({"seat": state.to_move, **words}, state.components)
    refused = state.check(action)
    assert (refused is None) == (action in state.legal_actions()) == (action in list(state.legal_actions()))
    return "" if refused is None else refused.reason


def points(state: IshtarState, seat: int) -> dict[str, int]:
    """What the seat would score now, by source."""
    return summed(final_scores(state), seat)


def summed(events: Iterable[Event], seat: int) -> dict[str, int]:
    """The points of a seat in these events, by source."""
    found: dict[str, int] = {}
    for event in events:
        if isinstance(event, ScoreEvent) and event.seat == seat:
            found[event.source] = found.get(event.source, 0) + event.points
    return found
