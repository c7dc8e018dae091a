"""What somebody who lays out the table may put where. Each part is filled from one bag, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from engine.amyitis import sentences as say
from engine.amyitis.components import Components, PlantSide, Tile
from engine.amyitis.garden import FLOOR, QUALITY, SQUARES
from engine.amyitis.labels import RESOURCES, SOME_RESOURCE, gives_of
from engine.amyitis.names import RESOURCES as RESOURCE_KEYS
from engine.amyitis.names import WINE
from engine.amyitis.rulings import read_rulings
from engine.amyitis.setup import SUMMIT_FLOOR, squares_with_tile, tokens_needed
from engine.bags import SetupPart, SetupSlot
from engine.game import Ruleset
from engine.message import Message, verbatim
from engine.sentence import Sentence


def parts_of(components: Components, ruleset: Ruleset, players: int) -> tuple[SetupPart, ...]:
    """Garden tiles by quality, plant cards, the side of Khorsabad, and the tokens if they are drawn."""
    parts = [*_garden(components, players), *_plants(components)]
    if not read_rulings(ruleset).wine_on_caravaneer:
        parts.append(_tokens(tokens_needed(components, ruleset, players)))
    return tuple(parts)


def _garden(components: Components, players: int) -> Iterator[SetupPart]:
    squares = squares_with_tile(components, players)
    spare = [tile for number, tile in enumerate(components.tiles) if number != components.summit]
    for quality in sorted(set(QUALITY)):
        slots = [square for square in squares if QUALITY[square] == quality and FLOOR[square] != SUMMIT_FLOOR]
        tiles = [tile for tile in spare if tile.quality == quality]
        yield _tiles(f"quality-{quality}", say.TILES_OF_QUALITY(quality=quality), slots, tiles)
    top = [square for square in squares if FLOOR[square] == SUMMIT_FLOOR]
    yield _tiles("summit", say.SUMMIT(), top, [components.tiles[components.summit]])


def _tiles(key: str, title: Sentence, squares: list[int], tiles: list[Tile]) -> SetupPart:
    names = [SQUARES[square] for square in squares]
    slots = tuple(SetupSlot(("garden", name), verbatim(name), (f"square:{name}",)) for name in names)
    return SetupPart(
        key, title.message, say.WHICH_TILE.message(), slots, tuple((tile.name, tile_label(tile), 1) for tile in tiles)
    )


def tile_label(tile: Tile) -> Message:
    """A garden tile: its name, prestige and bonuses."""
    return say.TILE_GIVES.message(tile=tile.name, gives=gives_of(tile))


def _plants(components: Components) -> Iterator[SetupPart]:
    """The card with quality 2 on both sides lies on Khorsabad, the others anywhere else."""
    for key, title, is_khorsabad in (
        ("plants", say.PLANT_CARDS(), False),
        ("khorsabad", say.KHORSABAD_PLANT(), True),
    ):
        slots = tuple(
            SetupSlot(("plants", name), verbatim(name), (f"plant:{name}",))
            for slot, name in enumerate(components.cities[number].name for number in components.plant_cities)
            if (slot == components.khorsabad) == is_khorsabad
        )
        cards = [card for card in components.plant_cards if card.for_khorsabad == is_khorsabad]
        things = tuple(
            (
                card.name,
                say.PLANT_CARD.message(card=card.name, front=_side(card.sides[0]), back=_side(card.sides[1])),
                1,
            )
            for card in cards
        )
        yield SetupPart(key, title.message, say.WHICH_PLANT.message(), slots, things)
    name = components.cities[components.plant_cities[components.khorsabad]].name
    sides = next(card.sides for card in components.plant_cards if card.for_khorsabad)
    yield SetupPart(
        "khorsabad-side",
        say.KHORSABAD_UP.message(),
        say.WHICH_SIDE.message(),
        (SetupSlot(("khorsabad_side",), verbatim(name), (f"plant:{name}",)),),
        tuple(
            (number, say.SIDE_UP.message(number=number + 1, side=_side(side)), None)
            for number, side in enumerate(sides)
        ),
    )


def _side(side: PlantSide) -> Sentence:
    if side.extra < 0:
        return say.PLANT_QUALITY(quality=side.quality)
    return say.PLANT_EXTRA(quality=side.quality, resource=SOME_RESOURCE[RESOURCE_KEYS[side.extra]])


def _tokens(count: int) -> SetupPart:
    slots = tuple(
        SetupSlot(("caravaneer_tokens", place), say.TOKEN_NUMBER.message(number=place + 1)) for place in range(count)
    )
    things = tuple((key, RESOURCES[key], 1) for key in RESOURCE_KEYS[:WINE])
    return SetupPart("tokens", say.TOKENS.message(), say.WHICH_TOKEN.message(), slots, things)
