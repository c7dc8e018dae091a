"""Babylonia as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.babylonia import choices, laying_out, limits, picture_sentences, pieces, sentences, shown, telling
from engine.babylonia.actions import PLACE, BabyloniaAction, action_from_json
from engine.babylonia.bots import BOTS
from engine.babylonia.cells import OWNER
from engine.babylonia.components import TOKENS, UNKNOWN, Board, Components, read_components
from engine.babylonia.counts import count_problems
from engine.babylonia.refusals import REASONS
from engine.babylonia.state import BabyloniaState
from engine.babylonia.summary import SUMMARY
from engine.babylonia.switches import SWITCHES
from engine.bags import SetupPart
from engine.bounds import Bounds
from engine.game import Action, BadComponents, BadSetup, BadShape, Event, Game, JsonObject, Ruleset, Source
from engine.message import Message, Say
from engine.pieces import Piece
from engine.sentence import joined
from engine.shown import Shown
from engine.steps import Step


class Babylonia(Game):
    """See `engine.game.Game`."""

    key = "babylonia"
    title = "Babylonia"
    summary = SUMMARY
    rules_version = 1
    player_counts = (2, 3, 4)
    rulesets = ("base", "seven_of_nine")
    switches = SWITCHES
    component_sets = ("babylonia-2019",)
    sections = {
        "published_counts": "the published counts",
        "map": "the map",
        "tiles": "the tiles",
        "cards": "the ziggurat cards",
        "tokens": "the tokens",
        "scoring": "the points",
    }
    sources = (
        Source("farm_value", "Farms with a number", "farm-6"),
        Source("farm_cities", "Farms with the city symbol", "farm-city"),
        Source("ziggurat", "Tokens next to ziggurats", "ziggurat", "clay"),
        Source("city_nobles", "Nobles at cities", "nobles", "plate-ink"),
        Source("city_nobles_card8", "Nobles linked by card 8", "card-8"),
        Source("city_nobles_card9", "Nobles linked by card 9", "card-9"),
        Source("city_nobles_cards8_9", "Nobles linked by cards 8 and 9 together", "cards-8-9"),
        Source("city_tiles", "City tiles", "city-op"),
        Source("card1", "Card 1: ten points", "card-1"),
        Source("card7", "Card 7: city bonus", "card-7"),
    )
    bots = BOTS
    messages = joined(REASONS.catalogue, sentences.templates.catalogue, picture_sentences.templates.catalogue)
    hidden_chance = True
    piece_style = pieces.STYLE
    piece_shapes = pieces.SHAPES

    def read_components(self, data: JsonObject) -> Components:
        """The component set that this JSON object describes. Raises BadComponents."""
        found = read_components(data)
        problems = count_problems(found)
        if problems:
            raise BadComponents(problems)
        return found

    def new_setup(self, players: int, ruleset: Ruleset, components: Components, rng: Random) -> JsonObject:
        """Tiles shuffled on the slots, and the cards of the ruleset. Raises BadSetup."""
        board = self._board(players, components)
        names = [name for name, count in board.tile_counts.items() for _ in range(count)]
        rng.shuffle(names)
        pool, count = components.card_sets[ruleset.name]
        cards = sorted(rng.sample(pool, count))
        return {
            "tiles": {board.ids[slot]: name for slot, name in zip(board.tile_slots, names, strict=True)},
            "cards": cards,
        }

    def start(
        self, players: int, ruleset: Ruleset, components: Components, setup: JsonObject, *, hidden: bool = False
    ) -> BabyloniaState:
        """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
        board = self._board(players, components)
        if setup.keys() != {"tiles", "cards"}:
            raise BadShape(sentences.SETUP_KEYS())
        tiles, cards = setup["tiles"], setup["cards"]
        if type(tiles) is not dict or not set(map(type, tiles.values())) <= {str}:
            raise BadShape(sentences.SETUP_TILES_TYPE())
        if type(cards) is not list or not set(map(type, cards)) <= {int}:
            raise BadShape(sentences.SETUP_CARDS_TYPE())
        self._check_tiles(board, tiles)
        pool, count = components.card_sets[ruleset.name]
        if len(cards) != count or len(set(cards)) != count or not set(cards) <= set(pool):
            raise BadSetup(
                sentences.SETUP_CARDS(ruleset=ruleset.name, count=count, first=pool[0], last=pool[-1], cards=str(cards))
            )
        return BabyloniaState.start(components, ruleset, players, tiles, cards, hidden)

    def action_from_json(self, words: JsonObject, components: Components) -> BabyloniaAction:
        """The action that a log line describes. Raises BadShape."""
        return action_from_json(components.hex_number, words)

    def state_from_json(self, data: JsonObject, components: Components) -> BabyloniaState:
        """The inverse of `State.to_json`."""
        ruleset = self.ruleset(data["ruleset"]["name"], data["ruleset"]["switches"])
        return BabyloniaState.from_json(data, components, ruleset)

    def setup_parts(self, players: int, ruleset: Ruleset, components: Components) -> tuple[SetupPart, ...]:
        """The tiles and the cards. Raises BadSetup."""
        self._board(players, components)
        return laying_out.setup_parts(players, ruleset, components)

    def bounds(self, players: int, ruleset: Ruleset, components: Components) -> Bounds:
        """What the rules allow a score to be. Raises BadSetup."""
        self._board(players, components)
        return limits.bounds(players, ruleset, components)

    def label(self, components: Components, key: str, value: Any) -> Message:
        """What stands behind a word of a log line, in words."""
        return choices.label(components, key, value)

    def symbol(self, components: Components, key: str, value: Any) -> str:
        """The symbol of a kind of token or of a card."""
        return choices.symbol(key, value)

    def piece(self, components: Components, key: str, value: Any, seat: int | None = None) -> Piece | None:
        """The drawing of a token, a tile or a card."""
        return pieces.piece(components, key, value, seat)

    def places(self, state: BabyloniaState, seat: int, key: str, value: Any) -> tuple[str, ...]:
        """Where in the picture a hex or a card is."""
        return choices.places(state, key, value)

    def steps(self, state: BabyloniaState, action: Action) -> tuple[Step, ...]:
        """The path to an allowed action: what to do, then the token, then the hex."""
        return choices.steps(state, action)

    def told(self, components: Components, action: Action) -> Message:
        """What an action or a draw does, in words."""
        return telling.told(components, action)

    def line_for_onlookers(self, state: BabyloniaState, action: Action) -> JsonObject:
        """Tokens in the rivers lie face down."""
        line = action.to_json()
        assert isinstance(action, BabyloniaAction)
        if action.op == PLACE and state.is_river[action.hex] and not state.rulings.river_tokens_open:
            line["token"] = TOKENS[UNKNOWN]
        return line

    def move_line(self, state: BabyloniaState, action: Action) -> JsonObject:
        """With hidden chance any token in a river may be written as unknown, whoever could see it."""
        line = action.to_json()
        assert isinstance(action, BabyloniaAction)
        if action.op == PLACE and state.is_river[action.hex]:
            line["token"] = TOKENS[UNKNOWN]
        return line

    def seen_by(self, state: BabyloniaState, seat: int | None) -> BabyloniaState:
        """The kinds of tokens in the rivers are known to their owners."""
        if state.rulings.river_tokens_open:
            return state
        seen = state.copy()
        for hex_number in state.board.in_play:
            owner = OWNER[state.cells[hex_number]]
            if owner not in (-1, seat) and state.is_river[hex_number]:
                seen.cells[hex_number] = 8 * (owner + 1) + UNKNOWN
        return seen

    def hand(self, state: BabyloniaState, seat: int) -> tuple[Message, ...]:
        """The rack."""
        if state.hidden:
            return ()
        rack = enumerate(state.available[seat][:UNKNOWN])
        return tuple(sentences.COUNTED[TOKENS[kind]].message(count=count) for kind, count in rack if count)

    def explained(self, components: Components, event: Event) -> Message:
        """What an event is and why, in words."""
        return telling.explained(event)

    def places_of(self, components: Components, event: Event) -> tuple[str, ...]:
        """The hex or the card of an event."""
        return telling.places_of(event)

    def show(self, state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
        """What there is to see of a position."""
        return shown.show(state, names, last, say)

    def _board(self, players: int, components: Components) -> Board:
        self.check_table(players)
        return components.boards[players]

    def _check_tiles(self, board: Board, tiles: dict[str, str]) -> None:
        slots = board.slot_ids
        if tiles.keys() != slots:
            extra = tiles.keys() - slots
            wrong = sorted(extra or slots - tiles.keys())
            template = sentences.NO_SLOT if extra else sentences.SLOT_WITHOUT_TILE
            raise BadSetup(template(hexes=", ".join(wrong[:5])))
        if tuple(sorted(tiles.values())) != board.sorted_tiles:
            raise BadSetup(sentences.SETUP_TILES(players=board.players))


BABYLONIA = Babylonia()
