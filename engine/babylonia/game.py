"""Babylonia as the rest of Nabu sees it: what it is, and the way into a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.babylonia.actions import BabyloniaAction, action_from_json
from engine.babylonia.bots import BOTS
from engine.babylonia.components import BUILT_IN, Components, load_components
from engine.babylonia.picture import draw_position
from engine.babylonia.state import BabyloniaState
from engine.babylonia.switches import SWITCHES
from engine.game import Action, BadSetup, BadShape, Card, Confidence, Game, JsonObject, Ruleset, Source


class Babylonia(Game):
    """See `engine.game.Game`."""

    key = "babylonia"
    title = "Babylonia"
    rules_version = 1
    player_counts = (2, 3, 4)
    rulesets = ("base", "seven_of_nine")
    switches = SWITCHES
    component_sets = BUILT_IN
    sources = (
        Source("farm_value", "Farms with a number"),
        Source("farm_cities", "Farms with the city symbol"),
        Source("ziggurat", "Tokens next to ziggurats"),
        Source("city_nobles", "Nobles at cities"),
        Source("city_nobles_card8", "Nobles linked by card 8"),
        Source("city_nobles_card9", "Nobles linked by card 9"),
        Source("city_nobles_cards8_9", "Nobles linked by cards 8 and 9 together"),
        Source("city_tiles", "City tiles"),
        Source("card1", "Card 1: ten points"),
        Source("card7", "Card 7: city bonus"),
    )
    cards = tuple(
        Card(str(card["id"]), card["title"], card["effect"]) for card in load_components(BUILT_IN[0]).data["cards"]
    )
    bots = BOTS

    def new_setup(self, players: int, ruleset: Ruleset, components: str, rng: Random) -> JsonObject:
        """Tiles shuffled on the slots, and the cards of the ruleset. Raises BadSetup."""
        parts = self._parts(players, components)
        board = parts.boards[players]
        names = [name for name, count in board.tile_counts.items() for _ in range(count)]
        rng.shuffle(names)
        pool, count = parts.card_sets[ruleset.name]
        cards = sorted(rng.sample(pool, count))
        return {
            "tiles": {board.ids[slot]: name for slot, name in zip(board.tile_slots, names, strict=True)},
            "cards": cards,
        }

    def start(
        self, players: int, ruleset: Ruleset, components: str, setup: JsonObject, *, hidden: bool = False
    ) -> BabyloniaState:
        """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
        parts = self._parts(players, components)
        if setup.keys() != {"tiles", "cards"}:
            raise BadShape("the setup has exactly the keys tiles and cards")
        tiles, cards = setup["tiles"], setup["cards"]
        if type(tiles) is not dict or not set(map(type, tiles.values())) <= {str}:
            raise BadShape("the tiles of the setup are an object from hex to tile")
        if type(cards) is not list or not set(map(type, cards)) <= {int}:
            raise BadShape("the cards of the setup are a list of whole numbers")
        self._check_tiles(parts, players, tiles)
        pool, count = parts.card_sets[ruleset.name]
        if len(cards) != count or len(set(cards)) != count or not set(cards) <= set(pool):
            raise BadSetup(f"{ruleset.name} has {count} different cards of {pool[0]} to {pool[-1]}, not {cards}")
        return BabyloniaState.start(parts, ruleset, players, tiles, cards, hidden)

    def action_from_json(self, words: JsonObject) -> BabyloniaAction:
        """The action that a log line describes. Raises BadShape."""
        return action_from_json(_HEX_NUMBERS, words)

    def state_from_json(self, data: JsonObject) -> BabyloniaState:
        """The inverse of `State.to_json`."""
        ruleset = self.ruleset(data["ruleset"]["name"], data["ruleset"]["switches"])
        return BabyloniaState.from_json(data, load_components(data["components"]), ruleset)

    def picture(self, state: BabyloniaState, names: Sequence[str], last: Sequence[Action] = ()) -> str:
        """The position as an SVG document."""
        return draw_position(state, names, last)

    def components_sha256(self, components: str) -> str:
        """The digest of a built-in component set. Raises BadSetup."""
        return load_components(components).sha256

    def confidence(self, components: str) -> dict[str, Confidence]:
        """How sure each section of a built-in component set is. Raises BadSetup."""
        sections = load_components(components).data["confidence"]
        return {name: Confidence(found["level"], found["source"]) for name, found in sections.items()}

    def _parts(self, players: int, components: str) -> Components:
        parts = load_components(components)
        if players not in parts.boards:
            raise BadSetup(f"{self.title} is for 2, 3 or 4 players, not {players}")
        return parts

    def _check_tiles(self, parts: Components, players: int, tiles: dict[str, str]) -> None:
        board = parts.boards[players]
        slots = board.slot_ids
        if tiles.keys() != slots:
            extra = tiles.keys() - slots
            wrong = sorted(extra or slots - tiles.keys())
            what = "not a tile slot in play" if extra else "tile slot without a tile"
            raise BadSetup(f"{what}: {', '.join(wrong[:5])}")
        if tuple(sorted(tiles.values())) != board.sorted_tiles:
            raise BadSetup(f"the tiles are not the printed ones for {players} players")


BABYLONIA = Babylonia()
_HEX_NUMBERS = load_components(BUILT_IN[0]).boards[2].number
