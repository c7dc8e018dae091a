"""Ishtar as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.bags import SetupPart
from engine.bounds import Bounds
from engine.game import Action, Event, Game, JsonObject, Ruleset, Source
from engine.ishtar import choices, laying_out, limits, picture_sentences, pieces, sentences, telling
from engine.ishtar.actions import PLACE, IshtarAction, action_from_json
from engine.ishtar.bots import BOTS
from engine.ishtar.components import SECTIONS, IshtarComponents, read_components
from engine.ishtar.refusals import REASONS
from engine.ishtar.rulings import read_rulings
from engine.ishtar.setup import deal, read_setup
from engine.ishtar.shown import show
from engine.ishtar.state import IshtarState
from engine.ishtar.summary import SUMMARY
from engine.ishtar.switches import SWITCHES
from engine.message import Message, Say
from engine.pieces import Piece
from engine.sentence import joined
from engine.shown import Shown
from engine.steps import Step


class Ishtar(Game):
    """See `engine.game.Game`."""

    key = "ishtar"
    title = "Ishtar: Gardens of Babylon"
    summary = SUMMARY
    rules_version = 1
    player_counts = (2, 3, 4)
    rulesets = ("base",)
    switches = SWITCHES
    component_sets = ("ishtar-2019",)
    sections = SECTIONS
    sources = (
        Source("trees", "Tree cards", "tree-card", "leaf"),
        Source("flowers", "Flowers in own flowerbeds", "flower-pink", "pink"),
        Source("fountain_purple", "Purple fountains", "fountain", "violet"),
        Source("fountain_red", "Red fountains", "fountain", "clay"),
        Source("fountain_white", "White fountains", "fountain", "ink-2"),
        Source("skill_a", "Skill A", "skill-tablets", "plate-ink"),
        Source("skill_b", "Skill B", "skill-flat", "plate-ink"),
        Source("skill_c", "Skill C", "skill-trees", "plate-ink"),
        Source("skill_d", "Skill D", "skill-tree-cards", "plate-ink"),
        Source("skill_e", "Skill E", "skill-gems", "plate-ink"),
    )
    bots = BOTS
    listed_keys = frozenset({"cells"})
    messages = joined(REASONS.catalogue, sentences.templates.catalogue, picture_sentences.templates.catalogue)
    piece_style = pieces.STYLE
    piece_shapes = pieces.SHAPES_DRAWN

    def read_components(self, data: JsonObject) -> IshtarComponents:
        """The component set that this JSON object describes. Raises BadComponents."""
        return read_components(data)

    def new_setup(self, players: int, ruleset: Ruleset, components: IshtarComponents, rng: Random) -> JsonObject:
        """Boards, fountains, cups, starting tiles and tree cards at random. Raises BadSetup."""
        self.check_table(players)
        return deal(components, players, read_rulings(ruleset), rng)

    def start(
        self, players: int, ruleset: Ruleset, components: IshtarComponents, setup: JsonObject, *, hidden: bool = False
    ) -> IshtarState:
        """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
        self.check_table(players, hidden)
        read = read_setup(components, players, read_rulings(ruleset), setup)
        return IshtarState.start(
            components, ruleset, players, read.boards, read.fountains, read.cups, read.starting, read.trees
        )

    def action_from_json(self, words: JsonObject, components: IshtarComponents) -> IshtarAction:
        """The action that a log line describes. Raises BadShape."""
        return action_from_json(components, words)

    def state_from_json(self, data: JsonObject, components: IshtarComponents) -> IshtarState:
        """The inverse of `State.to_json`."""
        ruleset = self.ruleset(data["ruleset"]["name"], data["ruleset"]["switches"])
        return IshtarState.from_json(data, components, ruleset)

    def setup_parts(self, players: int, ruleset: Ruleset, components: IshtarComponents) -> tuple[SetupPart, ...]:
        """Boards, fountains, stacks and tree cards. Raises BadSetup."""
        self.check_table(players)
        return laying_out.setup_parts(players, ruleset, components)

    def bounds(self, players: int, ruleset: Ruleset, components: IshtarComponents) -> Bounds:
        """What the rules allow a score to be. Raises BadSetup."""
        self.check_table(players)
        return limits.bounds(players, ruleset, components)

    def label(self, components: IshtarComponents, key: str, value: Any) -> Message:
        """What stands behind a word of a log line, in words."""
        return choices.label(components, key, value)

    def symbol(self, components: IshtarComponents, key: str, value: Any) -> str:
        """The symbol of what stands behind a word of a log line."""
        return choices.symbol_of(components, key, value)

    def piece(self, components: IshtarComponents, key: str, value: Any, seat: int | None = None) -> Piece | None:
        """The drawing of a tile, a card, a fountain, a board or a shape."""
        return pieces.piece(components, key, value)

    def places(self, state: IshtarState, seat: int, key: str, value: Any) -> tuple[str, ...]:
        """Where in the picture a stack, a cell or a tree card is."""
        return choices.places(state, key, value)

    def steps(self, state: IshtarState, action: Action) -> tuple[Step, ...]:
        """The path to an allowed action, in the order in which one thinks of it at the table."""
        return choices.steps(state, action)

    def told(self, components: IshtarComponents, action: Action) -> Message:
        """What an action or a draw does, in words."""
        return telling.told(components, action)

    def move_line(self, state: IshtarState, action: Action) -> JsonObject:
        """A tile that looks the same from both ends can be placed from either: what counts is what it covers."""
        line = action.to_json()
        assert isinstance(action, IshtarAction)
        if action.op == PLACE:
            tile, turn, first = state.laid[-1]
            trio = state.grid.spots[state.components.tiles[tile].shape][turn * len(state.cells) + first]
            assert trio is not None
            line["at"] = [list(state.grid.ids[cell]) for cell in trio]
            line.pop("rotation")
            line.pop("mirrored", None)
        return line

    def explained(self, components: IshtarComponents, event: Event) -> Message:
        """What an event is and why, in words."""
        return telling.explained(components, event)

    def places_of(self, components: IshtarComponents, event: Event) -> tuple[str, ...]:
        """The flowerbed, the fountain or the skill of an event."""
        return telling.places_of(components, event)

    def show(self, state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
        """Boards, offer, panels and legend."""
        return show(state, names, last, say)


ISHTAR = Ishtar()
