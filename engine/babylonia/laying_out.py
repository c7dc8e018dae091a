"""What lies on the table of Babylonia at the start, for somebody who enters it."""

from __future__ import annotations

from engine.babylonia import sentences
from engine.babylonia.choices import label
from engine.babylonia.components import TOKENS, Components, Tile
from engine.bags import SetupPart, SetupSlot
from engine.game import Ruleset
from engine.message import Message, verbatim


def setup_parts(players: int, ruleset: Ruleset, components: Components) -> tuple[SetupPart, ...]:
    """The printed tiles for that number of players on the tile slots, and the ziggurat cards of the ruleset.

    Every filling is a setup.
    """
    board = components.boards[players]
    slots = tuple(board.ids[slot] for slot in board.tile_slots)
    pool, take = components.card_sets[ruleset.name]
    tiles = SetupPart(
        "tiles",
        sentences.TILES.message(),
        sentences.WHICH_TILE.message(),
        tuple(SetupSlot(("tiles", hex_id), verbatim(hex_id), (f"hex:{hex_id}",)) for hex_id in slots),
        tuple(
            (name, _tile_in_words(components.tiles[components.tile_number[name]]), count)
            for name, count in board.tile_counts.items()
        ),
    )
    cards = SetupPart(
        "cards",
        sentences.CARDS.message(),
        sentences.WHICH_CARD.message(),
        tuple(SetupSlot(("cards", number), sentences.CARD_SLOT.message(number=number + 1)) for number in range(take)),
        tuple((card, label(components, "card", card), 1) for card in pool),
        ordered=False,
    )
    return tiles, cards


def _tile_in_words(tile: Tile) -> Message:
    if tile.is_city:
        symbols = tuple(sentences.SYMBOL[TOKENS[symbol]]() for symbol in tile.symbols)
        return sentences.CITY_TILE.message(symbols=symbols)
    return (sentences.FARM_OF_CITIES() if tile.value is None else sentences.FARM_TILE(points=tile.value)).message
