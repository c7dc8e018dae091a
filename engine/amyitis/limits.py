"""What a score of Amyitis can be, from what is in the box."""

from __future__ import annotations

from engine.amyitis.components import CAMEL_BONUS, RESOURCE_BONUS, Components
from engine.amyitis.garden import QUALITY, SIDES
from engine.amyitis.names import BANKER, CARAVANEER, MERCHANT, PALACE, PEASANT
from engine.amyitis.rulings import Rulings, read_rulings
from engine.amyitis.setup import squares_with_tile
from engine.amyitis.supply import TOKEN_LEVEL
from engine.bounds import Bounds, SharedTotal
from engine.game import Ruleset

ROUNDS = 100
"""The rules set no end to the rounds, since everybody may pass. No game of bots that ended took half as many."""


def bounds_of(components: Components, ruleset: Ruleset, players: int) -> Bounds:
    """Nothing takes points away, so the least is 0. At most, by source:

    - engineer: each cube fills an irrigation area for good. tiles: the best tiles that the squares can hold, each once.
    - irrigation: once a square, by the quality of the best plant. palace: each level of palace once.
    - amyitis_card: its highest line. banker, marduk: the best of every round.
    - sale: the camels of the whole game go into moves, and between two sales the caravan has to come round.
    - stock: what may be kept at the end of a round; if the game ends at once, also what the round may have brought.

    All seats together share what is there once: areas, tiles, squares, court cards, ranks, camels.
    """
    rulings = read_rulings(ruleset)
    squares = squares_with_tile(components, players)
    double = components.double_sides if rulings.double_sides is None else rulings.double_sides
    copies = components.copies[players]
    below = components.card_below
    engineer = components.engineer * (len(SIDES) + len(double))
    tiles = _best_tiles(components, squares)
    irrigation = components.best_plant * len(squares)
    sale = max(components.sale) * _sales(components, rulings, players)
    all_palaces = sum(
        copies[below[PALACE] + level] * prestige for level, prestige in enumerate(components.palace_prestige) if level
    )
    all_bankers = ROUNDS * sum(
        copies[below[BANKER] + level] * prestige for level, prestige in enumerate(components.income_prestige) if level
    )
    most = {
        "engineer": engineer,
        "sale": sale,
        "palace": sum(components.palace_prestige),
        "tiles": tiles,
        "irrigation": irrigation,
        "banker": ROUNDS * max(components.income_prestige),
        "marduk": ROUNDS * max(components.marduk),
        "amyitis_card": max(prestige for _, prestige in components.amyitis_card[players]),
        "stock": components.resource_left * _kept(components, rulings, players),
    }
    together = {
        "engineer": engineer,
        "sale": sale,
        "palace": all_palaces,
        "tiles": tiles,
        "irrigation": irrigation,
        "banker": all_bankers,
        "marduk": ROUNDS * sum(components.marduk),
    }
    return Bounds(
        score=(0, sum(most.values())),
        sources={source: (0, points) for source, points in most.items()},
        shared=tuple(SharedTotal((source,), points) for source, points in together.items()),
    )


def _best_tiles(components: Components, squares: list[int]) -> int:
    """The most prestige that can lie on these squares."""
    total = 0
    for quality in set(QUALITY):
        prestige = sorted((tile.prestige for tile in components.tiles if tile.quality == quality), reverse=True)
        total += sum(prestige[: sum(QUALITY[square] == quality for square in squares)])
    return total


def _sales(components: Components, rulings: Rulings, players: int) -> int:
    """How often the caravan can come to Babylon: the camels of a whole game, by those that a way round takes."""
    merchants = (components.craft_total if rulings.all_crafts else components.crafts_in_play[players])[MERCHANT]
    on_tiles = sum(value for tile in components.tiles for kind, value in tile.bonus if kind == CAMEL_BONUS)
    # A merchant brings one camel, and so does the temple of Ishtar.
    camels = players * components.start_camels + ROUNDS * (merchants + 1) + on_tiles
    a_camel = 1 + max(components.bonus_squares)
    return 1 + camels // -(-len(components.cities) // a_camel)


def _kept(components: Components, rulings: Rulings, players: int) -> int:
    """How many resources a seat can hold when the game ends."""
    limit = max(components.stock_limit)
    if not rulings.end_at_once:
        return limit
    peasants = (components.craft_total if rulings.all_crafts else components.crafts_in_play[players])[PEASANT]
    on_tiles = sum(kind == RESOURCE_BONUS for tile in components.tiles for kind, _ in tile.bonus)
    tokens = components.copies[players][components.card_below[CARAVANEER] + TOKEN_LEVEL]
    return limit + peasants + on_tiles + tokens
