"""Points: farms and ziggurats while placing, cities when they are surrounded. Nothing else changes a score."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylonia.allowed import support
from engine.babylonia.cells import FREE
from engine.babylonia.components import FARMER
from engine.babylonia.networks import scoring_nobles
from engine.babylonia.position import Position
from engine.game import Event, ScoreEvent

LINK_CARDS = 1 << 8 | 1 << 9
_new_event = tuple.__new__  # The same as calling ScoreEvent, in half the time.


def pay(position: Position, events: list[Event], seat: int, source: str, points: int, cause: str) -> None:
    """Give points to a seat and say so in an event; no points, no event."""
    if points:
        position.scores[seat] += points
        events.append(_new_event(ScoreEvent, (seat, source, points, cause)))


def score_farm(position: Position, token: int, hex_number: int) -> list[Event]:
    """A token goes on a farm: the farm is scored and leaves the game (rulebook: points while placing)."""
    tile = position.components.tiles[position.tile_at[hex_number]]
    position.tile_at[hex_number] = -1
    if token == FARMER:
        sure, doubtful = support(position, hex_number)
        free = position.cards[position.active] & 1 << 6 and position.rulings.card6_frees_farmers
        if not sure and not free:
            position.doubtful[position.active].append(doubtful)
    else:
        position.noble_on_farm = True
        if not position.rulings.card6_scores:
            return []
    events: list[Event] = []
    if tile.value is None:
        pay(
            position,
            events,
            position.active,
            "farm_cities",
            sum(position.won),
            f"farm {position.board.ids[hex_number]}",
        )
    else:
        pay(position, events, position.active, "farm_value", tile.value, f"farm {position.board.ids[hex_number]}")
    return events


def ziggurat_points(position: Position, seat: int, ziggurat: int) -> int:
    """Points for a token just placed next to that ziggurat, or about to be if it is touched already."""
    rulings = position.rulings
    if not rulings.ziggurat_pays_per_token and position.paid_ziggurats >> ziggurat & 1:
        return 0
    counted = (position.touched[seat] | 1 << ziggurat) if rulings.all_own_ziggurats_count else 1 << ziggurat
    if not rulings.scored_ziggurats_count:
        if position.scored[ziggurat]:
            return 0
        for number, scored in enumerate(position.scored):
            if scored:
                counted &= ~(1 << number)
    return counted.bit_count() * position.components.ziggurat_points


def touch_ziggurat(position: Position, ziggurat: int) -> list[Event]:
    """The seat to move places a token next to a ziggurat (rulebook: points while placing)."""
    seat = position.active
    position.touched[seat] |= 1 << ziggurat
    events: list[Event] = []
    points = ziggurat_points(position, seat, ziggurat)
    pay(position, events, seat, "ziggurat", points, position.board.ziggurat_names[ziggurat])
    position.paid_ziggurats |= 1 << ziggurat
    return events


def score_city(position: Position, city: int) -> Sequence[Event]:
    """Step A pays the nobles, step B the tile (rulebook: scoring a city)."""
    events: list[Event] = []
    rulings = position.rulings
    cards = position.cards if rulings.cards_work_at_once else position.cards_before
    tile = position.components.tiles[position.tile_at[city]]
    tokens, linked = position.around(city, tile.symbols)
    winner = majority(tokens)
    cause = f"city {position.board.ids[city]}"
    if winner >= 0 or rulings.nobles_score_on_tie:
        each = position.components.noble_points
        for seat, nobles in enumerate(linked):
            if nobles:
                pay(position, events, seat, "city_nobles", nobles * each, cause)
            if cards[seat] & LINK_CARDS:
                score_linked_nobles(position, events, seat, city, tile.symbols, cards[seat], cause)
    if winner >= 0:
        position.won[winner] += 1
        each = position.components.city_tile_points
        for seat, tiles in enumerate(position.won):
            if tiles:
                pay(position, events, seat, "city_tiles", tiles * each, cause)
                if cards[seat] & 1 << 7:
                    not_counted = seat == winner and not rulings.card7_counts_new_city
                    pay(position, events, seat, "card7", (tiles - not_counted) // 2, cause)
    elif rulings.card7_on_discard:
        for seat in range(position.players):
            if cards[seat] & 1 << 7:
                pay(position, events, seat, "card7", position.won[seat] // 2, cause)
    position.cells[city] = FREE
    position.tile_at[city] = -1
    position.cities_left -= 1
    position.emptied.append(city)
    return events


def majority(counts: Sequence[int]) -> int:
    """The seat with the single highest number of tokens, or -1 on a tie (rulebook: who wins a site)."""
    best = max(counts)
    return counts.index(best) if counts.count(best) == 1 else -1


def score_linked_nobles(
    position: Position, events: list[Event], seat: int, city: int, symbols: Sequence[int], cards: int, cause: str
) -> None:
    """Pay the nobles that only link cards bring in, split by the cards that make them possible (cards 8 and 9)."""
    each = position.components.noble_points
    links = cards & LINK_CARDS
    plain = city_nobles(position, seat, city, symbols, 0)
    with_8 = city_nobles(position, seat, city, symbols, links & 1 << 8) if links & 1 << 8 else plain
    with_9 = city_nobles(position, seat, city, symbols, links & 1 << 9) if links & 1 << 9 else plain
    with_all = city_nobles(position, seat, city, symbols, links) - plain
    only_8, only_9 = with_all & with_8 - with_9, with_all & with_9 - with_8
    pay(position, events, seat, "city_nobles_card8", len(only_8) * each, cause)
    pay(position, events, seat, "city_nobles_card9", len(only_9) * each, cause)
    rest = len(with_all) - len(only_8) - len(only_9)
    pay(position, events, seat, "city_nobles_cards8_9", rest * each, cause)


def city_nobles(position: Position, seat: int, city: int, symbols: Sequence[int], link_cards: int) -> set[int]:
    """The hexes of the nobles that score for this seat and city, with these link cards (bits 8 and 9)."""
    rulings = position.rulings
    return scoring_nobles(
        position.board,
        position.cells,
        seat,
        city,
        symbols,
        land_links=bool(link_cards & 1 << 8),
        river_links=bool(link_cards & 1 << 9),
        links_may_start=rulings.links_may_start_free,
        no_links=() if rulings.emptied_hex_links else position.emptied,
    )
