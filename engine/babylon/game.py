"""Babylon as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.babylon import picture_sentences, pieces, sentences
from engine.babylon.actions import BabylonAction, action_from_json
from engine.babylon.bots import BOTS
from engine.babylon.cells import CLAY_LAYER, STACKS
from engine.babylon.choices import LISTED_KEYS, places_of_choice, steps_of
from engine.babylon.components import SECTIONS, Components, read_components
from engine.babylon.labels import label_of, symbol_of, tile_label, token_label
from engine.babylon.laying_out import parts_of
from engine.babylon.limits import bounds_of
from engine.babylon.refusals import REASONS
from engine.babylon.shown import show
from engine.babylon.state import BabylonState
from engine.babylon.summary import SUMMARY
from engine.babylon.switches import SWITCHES
from engine.babylon.telling import explained, places_of_event, told
from engine.bags import SetupPart
from engine.bounds import Bounds
from engine.game import Action, BadSetup, BadShape, Event, Game, JsonObject, Ruleset, Source
from engine.message import Message, Say
from engine.pieces import Piece
from engine.sentence import joined
from engine.shown import Shown
from engine.steps import Step


class Babylon(Game):
    """See `engine.game.Game`."""

    key = "babylon"
    title = "Babylon"
    summary = SUMMARY
    rules_version = 1
    player_counts = (2, 3, 4)
    rulesets = ("base",)
    switches = SWITCHES
    component_sets = ("babylon-2024",)
    sections = SECTIONS
    sources = (
        Source("statues", "Statues", "statue", "plate-ink"),
        Source("fountains", "Fountains", "fountain", "plate-ink"),
        Source("bridges", "Bridges", "bridge", "plate-ink"),
        Source("stairs", "Stairs", "stairs", "plate-ink"),
        Source("decoration_sets", "Sets of four decorations", "decoration-set", "plate-ink"),
        Source("flower_sets", "Sets of four flowers", "flower-set", "plate-ink"),
        Source("belvederes", "Belvederes", "belvedere", "plate-ink"),
        Source("highest_level", "Highest level", "level", "plate-ink"),
    )
    bots = BOTS
    messages = joined(REASONS.catalogue, sentences.templates.catalogue, picture_sentences.templates.catalogue)
    listed_keys = LISTED_KEYS
    piece_style = pieces.STYLE
    piece_shapes = pieces.SHAPES

    def read_components(self, data: JsonObject) -> Components:
        """See `engine.babylon.components`."""
        return read_components(data)

    def new_setup(self, players: int, ruleset: Ruleset, components: Components, rng: Random) -> JsonObject:
        """The clay tiles shuffled on the stacks, and the boards dealt at random. Raises BadSetup."""
        self.check_table(players)
        clay = [tile.id for tile in components.tiles if tile.layer == CLAY_LAYER]
        starting = [components.tiles[tile].id for tile in components.starting]
        rng.shuffle(clay)
        return {"quarry": clay, "starting": rng.sample(starting, players)}

    def start(
        self, players: int, ruleset: Ruleset, components: Components, setup: JsonObject, *, hidden: bool = False
    ) -> BabylonState:
        """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
        self.check_table(players, hidden)
        if setup.keys() != {"quarry", "starting"}:
            raise BadShape(sentences.SETUP_KEYS())
        for key, ids in setup.items():
            if type(ids) is not list or not set(map(type, ids)) <= {str}:
                raise BadShape(sentences.SETUP_TYPES(key=key))
        quarry = [components.tile_number.get(tile, -1) for tile in setup["quarry"]]
        starting = [components.tile_number.get(tile, -1) for tile in setup["starting"]]
        clay = {number for number, tile in enumerate(components.tiles) if tile.layer == CLAY_LAYER}
        if len(quarry) != STACKS or set(quarry) != clay:
            raise BadSetup(sentences.SETUP_QUARRY(count=STACKS))
        if len(starting) != players or len(set(starting)) != players or not set(starting) <= set(components.starting):
            raise BadSetup(sentences.SETUP_STARTING())
        state = BabylonState.first(components, ruleset, players, quarry, starting)
        if not state.removals_left:
            state.begin_play()
        return state

    def action_from_json(self, words: JsonObject, components: Components) -> BabylonAction:
        """The action that a log line describes. Raises BadShape."""
        return action_from_json(words, components)

    def state_from_json(self, data: JsonObject, components: Components) -> BabylonState:
        """The inverse of `State.to_json`."""
        ruleset = self.ruleset(data["ruleset"]["name"], data["ruleset"]["switches"])
        return BabylonState.from_json(data, components, ruleset)

    def setup_parts(self, players: int, ruleset: Ruleset, components: Components) -> tuple[SetupPart, ...]:
        """The clay tiles on the quarry and the starting tiles. Raises BadSetup."""
        self.check_table(players)
        return parts_of(components, players)

    def bounds(self, players: int, ruleset: Ruleset, components: Components) -> Bounds:
        """What the rules allow a score to be. Raises BadSetup."""
        self.check_table(players)
        return bounds_of(components, ruleset, players)

    def label(self, components: Components, key: str, value: Any) -> Message:
        """See `engine.babylon.labels`."""
        if key == "tile":
            return tile_label(components, value)
        return token_label(components, value) if key == "token" else label_of(key, value)

    def symbol(self, components: Components, key: str, value: Any) -> str:
        """See `engine.babylon.labels`."""
        return symbol_of(components, key, value)

    def piece(self, components: Components, key: str, value: Any, seat: int | None = None) -> Piece | None:
        """The drawing of a tile, a round token or a decoration."""
        return pieces.piece(components, key, value)

    def places(self, state: BabylonState, seat: int, key: str, value: Any) -> tuple[str, ...]:
        """The stacks, tiles and columns of the picture."""
        return places_of_choice(seat, key, value)

    def steps(self, state: BabylonState, action: BabylonAction) -> tuple[Step, ...]:  # type: ignore[override]
        """See `engine.babylon.choices`."""
        return steps_of(state, action)

    def told(self, components: Components, action: BabylonAction) -> Message:  # type: ignore[override]
        """See `engine.babylon.telling`."""
        return told(components, action)

    def explained(self, components: Components, event: Event) -> Message:
        """See `engine.babylon.telling`."""
        return explained(event)

    def places_of(self, components: Components, event: Event) -> tuple[str, ...]:
        """See `engine.babylon.telling`."""
        return places_of_event(event)

    def show(self, state: BabylonState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
        """What there is to see of a position."""
        return show(state, names, last, say)


BABYLON = Babylon()
