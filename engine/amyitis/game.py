"""Amyitis as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.amyitis import sentences
from engine.amyitis.actions import AmyitisAction, action_from_json
from engine.amyitis.bots import BOTS
from engine.amyitis.components import PLAYERS, SECTIONS, Components, read_components
from engine.amyitis.picture import draw_position
from engine.amyitis.refusals import REASONS
from engine.amyitis.setup import deal, read_setup
from engine.amyitis.state import AmyitisState
from engine.amyitis.switches import SWITCHES
from engine.game import Action, Game, JsonObject, Ruleset, Source
from engine.sentence import joined


class Amyitis(Game):
    """See `engine.game.Game`."""

    key = "amyitis"
    title = "Amyitis"
    rules_version = 1
    player_counts = PLAYERS
    rulesets = ("base",)
    switches = SWITCHES
    component_sets = ("amyitis-2007",)
    sections = SECTIONS
    sources = (
        Source("engineer", "Irrigation by engineers"),
        Source("sale", "Sales in Babylon"),
        Source("palace", "Palaces"),
        Source("tiles", "Garden tiles"),
        Source("irrigation", "Most cubes around planted squares"),
        Source("banker", "Bankers of level 3"),
        Source("marduk", "The temple of Marduk"),
        Source("amyitis_card", "The Amyitis card"),
        Source("stock", "Resources left"),
    )
    bots = BOTS
    messages = joined(REASONS.catalogue, sentences.templates.catalogue)

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

    def picture(self, state: AmyitisState, names: Sequence[str], last: Sequence[Action] = ()) -> str:
        """The position as an SVG document."""
        return draw_position(state, names, last)


AMYITIS = Amyitis()
