"""A position of Amyitis in words: the text alternative of its picture, and the short lines below the garden."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.amyitis import picture_sentences as said
from engine.amyitis import sentences
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import holdings, plant_side
from engine.amyitis.components import COURT, City
from engine.amyitis.garden import FLOOR, QUALITY, SIDES, SQUARES
from engine.amyitis.labels import A_CARD, SOME_RESOURCE, TEMPLES, card_label, gives_of
from engine.amyitis.names import CRAFTS, GREY, LEVELLED, NO_AREA, RESOURCES, TYPES
from engine.amyitis.names import TEMPLES as TEMPLE_KEYS
from engine.amyitis.position import Position
from engine.amyitis.state import AmyitisState
from engine.amyitis.telling import told
from engine.game import CHANCE, Action
from engine.message import Message, Say, series, verbatim
from engine.picture_words import due, last_turn, over_in_round, seat_line, seat_on_turn, sentence, sentences_of


def status(state: AmyitisState, names: Sequence[str]) -> Message:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return over_in_round(state.round, result, names)
    if state.to_move == CHANCE:
        return said.LAYING_OUT.message(round=state.round + 1)
    return said.TURN.message(round=state.round, turn=state.turn, name=names[state.to_move])


def due_now(state: AmyitisState, names: Sequence[str]) -> Message | None:
    """What is due now, and the square of the planting at hand; None after the end."""
    found = due(state, names)
    if found is not None and state.planting >= 0:
        return said.PLANTING.message(square=SQUARES[state.planting], due=found)
    return found


def tiles_left(position: Position) -> Message:
    """How many garden tiles are left, and with how many the last round begins."""
    return said.TILES_LEFT.message(count=position.tiles_left, least=position.components.tiles_left[position.players])


def amyitis_card(position: Position) -> Message:
    """What the Amyitis card brings at the end."""
    lines = position.components.amyitis_card[position.players]
    return said.AMYITIS_CARD.message(
        lines=tuple(said.CARD_LINE.message(prestige=prestige, count=least) for least, prestige in lines)
    )


def _course(position: Position, names: Sequence[str]) -> list[Message]:
    """The first player, the tiles left, and the Amyitis card."""
    first = position.first_player
    return [
        said.FIRST_PLAYER.message(seat=first, name=names[first]),
        tiles_left(position),
        amyitis_card(position),
    ]


def _cards_of(position: Position, seat: int) -> list[Message]:
    """The active court cards of a seat: `Banker 2`, `1 gardener`."""
    levels = position.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
    cards = [card_label(f"{kind}-{level}") for kind, level in zip(TYPES, levels, strict=False) if level]
    if position.gardeners[seat]:
        cards.append(sentences.GARDENERS.message(count=position.gardeners[seat]))
    return cards or [said.NO_CARD.message()]


def resources_in_words(kind: int, count: int) -> Message:
    """So many resources of a kind: `2 barley`."""
    return sentences.SEVERAL.message(count=count, resource=SOME_RESOURCE[RESOURCES[kind]])


def _goods_of(position: Position, seat: int) -> list[Message]:
    """The resources of a seat, each kind counted."""
    goods = [resources_in_words(kind, count) for kind, count in enumerate(holdings(position, seat)) if count]
    return goods or [said.NO_RESOURCE.message()]


def square_in_words(position: Position, square: int, names: Sequence[str]) -> Message:
    """A square of the garden and what lies on it."""
    owner, tile = position.planted_by[square], position.tiles[square]
    what: Message | tuple[Message, ...]
    if owner >= 0:
        what = said.PLANTED_BY.message(name=names[owner])
    elif tile < 0:
        what = said.NO_TILE.message()
    else:
        what = gives_of(position.components.tiles[tile])
    return said.SQUARE.message(square=SQUARES[square], floor=FLOOR[square], quality=QUALITY[square], what=what)


def areas_in_words(position: Position, side: int) -> tuple[Message, ...]:
    """The irrigation areas of a side: each with its cube, or empty."""
    is_open = position.available >> side & 1
    empty = (said.WITH_WATER if is_open else said.WITHOUT_WATER).message()
    cubes = [owner for owner in position.areas[2 * side : 2 * side + 2] if owner != NO_AREA]
    return tuple(
        empty if owner < 0 else said.GREY_CUBE.message() if owner == GREY else said.CUBE_OF.message(seat=owner)
        for owner in cubes
    )


def city_in_words(position: Position, city: City) -> Message:
    """What a city of the caravan asks for and gives."""
    if city.resource < 0:
        return said.CITY_SALE.message(city=city.name)
    asked = SOME_RESOURCE[RESOURCES[city.resource]]
    if city.kind == COURT:
        card, other = (A_CARD[TYPES[kind]] for kind in city.types)
        return said.CITY_COURT.message(city=city.name, resource=asked, card=card, other=other)
    side = plant_side(position, city.plant_slot)
    if side.extra < 0:
        return said.CITY_PLANT.message(city=city.name, resource=asked, quality=side.quality)
    extra = SOME_RESOURCE[RESOURCES[side.extra]]
    return said.CITY_PLANT_EXTRA.message(city=city.name, resource=asked, extra=extra, quality=side.quality)


def tokens_in_stock(position: Position) -> Message:
    """The talents, camels and resources that are left in stock."""
    return series(
        (
            sentences.TALENTS.message(count=position.stock_talents),
            sentences.CAMELS.message(count=position.stock_camels),
            *(resources_in_words(kind, count) for kind, count in enumerate(position.stock)),
        )
    )


def _copies_in_stock(position: Position) -> tuple[Message, ...]:
    """The court cards in stock, each with how often it is there."""
    cards = zip(position.court, position.components.card_keys, strict=True)
    return tuple(said.COPIES.message(count=count, card=card_label(key)) for count, key in cards if count)


def _tokens_on_cards(position: Position) -> Message:
    """The tokens on the level-2 caravaneers in stock."""
    tokens = tuple(SOME_RESOURCE[RESOURCES[token]] for token in position.tokens)
    return said.TOKENS.message(tokens=tokens or general.NOTHING.message())


def court_cards_in_stock(position: Position) -> Message:
    """The court cards in stock, and the tokens on them."""
    cards = _copies_in_stock(position)
    return series((series(cards) if cards else said.NO_CARD.message(), _tokens_on_cards(position)), ". ")


def _stock(position: Position) -> list[Message]:
    """What is left in stock: tokens, court cards, and tokens on the level-2 caravaneers."""
    things = series((tokens_in_stock(position), *_copies_in_stock(position)))
    return [said.STOCK.message(things=things), _tokens_on_cards(position)]


def crafts_of_group(position: Position, group: int) -> list[int]:
    """The crafts that lie face up in a group, in the order in which they are drawn."""
    counts = position.face_up[len(CRAFTS) * group : len(CRAFTS) * (group + 1)]
    return [craft for craft, count in enumerate(counts) for _ in range(count)]


def group_in_words(position: Position, group: int) -> Message:
    """A group of craft cards: what is face up, what it costs, how many are turned."""
    counts = position.face_up[len(CRAFTS) * group : len(CRAFTS) * (group + 1)]
    turned = position.turned[group]
    cards = [said.CRAFTS_UP[craft].message(count=count) for craft, count in zip(CRAFTS, counts, strict=True) if count]
    if cards:
        return said.GROUP_UP.message(number=group + 1, cards=series(cards), count=turned)
    return said.GROUP_GONE.message(number=group + 1, count=turned)


def _crafts(position: Position) -> Message:
    """The groups of craft cards."""
    groups = (group_in_words(position, group) for group in range(position.players))
    return said.CRAFTS.message(groups=series(groups, "; "))


def _cubes(row: Sequence[int]) -> Message:
    """Cubes in a row, by the numbers of their seats."""
    cubes = [said.GREY.message() if owner == GREY else verbatim(str(owner + 1)) for owner in row]
    return series(cubes, " ") if cubes else said.NO_CUBE.message()


def _rows(position: Position) -> Message:
    """The cubes on the field rows and in the temples."""
    rows = [
        said.FIELD_CUBES.message(
            number=number,
            resources=series(SOME_RESOURCE[RESOURCES[kind]] for kind in kinds),
            cubes=_cubes(row),
        )
        for number, (row, kinds) in enumerate(zip(position.rows, position.components.rows, strict=True), 1)
    ]
    rows += [
        said.TEMPLE_CUBES.message(temple=TEMPLES[temple], cubes=_cubes(cubes))
        for temple, cubes in zip(TEMPLE_KEYS, position.temples, strict=True)
    ]
    return said.CUBES.message(rows=series(rows, "; "))


def _garden(position: Position, names: Sequence[str]) -> list[Message]:
    """The squares, and the irrigation areas between them."""
    squares = [square_in_words(position, square, names) for square in range(len(SQUARES))]
    sides = [
        said.SIDE_AREAS.message(side=name, areas=areas_in_words(position, side)) for side, name in enumerate(SIDES)
    ]
    return [said.GARDEN.message(squares=series(squares, "; ")), said.AREAS.message(sides=series(sides, "; "))]


def _seat(state: AmyitisState, seat: int, name: str) -> Message:
    facts = (
        said.POINTS.message(count=state.scores[seat]),
        general.ON_TURN.message() if seat == seat_on_turn(state.to_move, state.active) else None,
        sentences.TALENTS.message(count=state.talents[seat]),
        sentences.CAMELS.message(count=state.camels[seat]),
        *_goods_of(state, seat),
        *_cards_of(state, seat),
        said.GARDEN_TILES.message(count=state.tiles_of(seat)),
        said.HAS_PASSED.message() if state.passed[seat] else None,
    )
    return seat_line(seat, name, facts)


def _told(action: Action) -> Message:
    assert isinstance(action, AmyitisAction)
    return told(action)


def describe(state: AmyitisState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """Everything that the picture says, for those who cannot see it."""
    cities = state.components.cities
    parts = [sentence(status(state, names)), sentence(due_now(state, names))]
    parts += map(sentence, _course(state, names))
    parts += [_seat(state, seat, name) for seat, name in enumerate(names)]
    parts.append(said.CARAVAN.message(city=cities[state.caravan].name))
    parts.append(said.WAY.message(cities=series((city_in_words(state, city) for city in cities), "; ")))
    parts += [*_stock(state), _crafts(state), *_garden(state, names), _rows(state)]
    parts += last_turn(last, _told)
    return sentences_of(say, parts)
