"""Amyitis as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.amyitis import picture_sentences, pieces, sentences
from engine.amyitis.actions import AmyitisAction, action_from_json
from engine.amyitis.bots import BOTS
from engine.amyitis.choices import LISTED_KEYS, places_of_choice, steps_of
from engine.amyitis.components import PLAYERS, SECTIONS, Components, read_components
from engine.amyitis.labels import label_of
from engine.amyitis.laying_out import parts_of
from engine.amyitis.limits import bounds_of
from engine.amyitis.look import symbol_of
from engine.amyitis.refusals import REASONS
from engine.amyitis.setup import deal, read_setup
from engine.amyitis.shown import show
from engine.amyitis.state import AmyitisState
from engine.amyitis.summary import SUMMARY
from engine.amyitis.switches import SWITCHES
from engine.amyitis.telling import explained, places_of_event, told
from engine.bags import SetupPart
from engine.bounds import Bounds
from engine.game import Action, Event, Game, JsonObject, Ruleset, Source
from engine.message import Message, Say
from engine.pieces import Piece
from engine.sentence import joined
from engine.shown import Shown
from engine.steps import Step


class Amyitis(Game):
    """See `engine.game.Game`."""

    key = "amyitis"
    title = "Amyitis"
    summary = SUMMARY
    rules_version = 1
    player_counts = PLAYERS
    rulesets = ("base",)
    switches = SWITCHES
    component_sets = ("amyitis-2007",)
    sections = SECTIONS
    sources = (
        Source("engineer", "Irrigation by engineers", "engineer", "plate-ink"),
        Source("sale", "Sales in Babylon", "caravan"),
        Source("palace", "Palaces", "palace", "plate-ink"),
        Source("tiles", "Garden tiles", "garden-tile", "leaf"),
        Source("irrigation", "Most cubes around planted squares", "irrigation", "accent"),
        Source("banker", "Bankers of level 3", "banker", "clay"),
        Source("marduk", "The temple of Marduk", "temple-marduk", "plate-ink"),
        Source("amyitis_card", "The Amyitis card", "amyitis-card"),
        Source("stock", "Resources left", "any-resource", "plate-ink"),
    )
    bots = BOTS
    messages = joined(REASONS.catalogue, sentences.templates.catalogue, picture_sentences.templates.catalogue)
    listed_keys = LISTED_KEYS
    piece_style = pieces.STYLE
    piece_shapes = pieces.SHAPES

    def read_components(self, data: JsonObject) -> Components:
        """See `engine.amyitis.components`."""
        return read_components(data)

    def new_setup(self, players: int, ruleset: Ruleset, components: Components, rng: Random) -> JsonObject:
        """Garden tiles by quality and plant cards at random. Raises BadSetup."""
        self.check_table(players)
        return deal(components, ruleset, players, rng)

    def start(
        self, players: int, ruleset: Ruleset, components: Components, setup: JsonObject, *, hidden: bool = False
    ) -> AmyitisState:
        """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
        self.check_table(players, hidden)
        return read_setup(components, ruleset, players, setup)

    def action_from_json(self, words: JsonObject, components: Components) -> AmyitisAction:
        """The action that a log line describes. Raises BadShape."""
        return action_from_json(words)

    def state_from_json(self, data: JsonObject, components: Components) -> AmyitisState:
        """The inverse of `State.to_json`."""
        ruleset = self.ruleset(data["ruleset"]["name"], data["ruleset"]["switches"])
        return AmyitisState.from_json(data, components, ruleset)

    def setup_parts(self, players: int, ruleset: Ruleset, components: Components) -> tuple[SetupPart, ...]:
        """Garden tiles by quality, plant cards, and what else lies on the table by chance. Raises BadSetup."""
        self.check_table(players)
        return parts_of(components, ruleset, players)

    def bounds(self, players: int, ruleset: Ruleset, components: Components) -> Bounds:
        """What the rules allow a score to be. Raises BadSetup."""
        self.check_table(players)
        return bounds_of(components, ruleset, players)

    def label(self, components: Components, key: str, value: Any) -> Message:
        """See `engine.amyitis.labels`."""
        return label_of(key, value)

    def symbol(self, components: Components, key: str, value: Any) -> str:
        """See `engine.amyitis.look`."""
        return symbol_of(key, value)

    def piece(self, components: Components, key: str, value: Any, seat: int | None = None) -> Piece | None:
        """The drawing of a card, a garden tile or a token."""
        return pieces.piece(components, key, value)

    def places(self, state: AmyitisState, seat: int, key: str, value: Any) -> tuple[str, ...]:
        """The squares, sides, rows, temples, groups and cities of the picture."""
        return places_of_choice(state, key, value)

    def steps(self, state: AmyitisState, action: AmyitisAction) -> tuple[Step, ...]:  # type: ignore[override]
        """See `engine.amyitis.choices`."""
        return steps_of(state, action)

    def told(self, components: Components, action: AmyitisAction) -> Message:  # type: ignore[override]
        """See `engine.amyitis.telling`."""
        return told(action)

    def move_line(self, state: AmyitisState, action: Action) -> JsonObject:
        """The groups of crafts on the table can be numbered in any order."""
        line = action.to_json()
        line.pop("group", None)
        return line

    def explained(self, components: Components, event: Event) -> Message:
        """See `engine.amyitis.telling`."""
        return explained(event)

    def places_of(self, components: Components, event: Event) -> tuple[str, ...]:
        """See `engine.amyitis.telling`."""
        return places_of_event(event)

    def show(self, state: AmyitisState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
        """See `engine.amyitis.shown`."""
        return show(state, names, last, say)


AMYITIS = Amyitis()
