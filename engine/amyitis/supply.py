"""What seats get and give: prestige, tokens, court cards, cubes. Nothing else changes these counts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.names import CARAVANEER, EMPTY, GARDENER, GREY, KINDS_OF_RESOURCE, LEVELLED, PALACE
from engine.amyitis.position import Position
from engine.game import CardEvent, Event, ScoreEvent

ROW_LENGTH = 5
TEMPLE_LENGTH = 4
TOKEN_LEVEL = 2
"""The level of caravaneer on which a token lies."""


def pay(position: Position, events: list[Event], seat: int, source: str, points: int, cause: str) -> None:
    """Give prestige to a seat and say so in an event; no prestige, no event."""
    if points:
        position.scores[seat] += points
        events.append(ScoreEvent(seat, source, points, cause))


def gain_talents(position: Position, seat: int, count: int) -> None:
    """Talents from the stock, as many of them as there are."""
    if position.rulings.hard_limits and count > position.stock_talents:
        count = position.stock_talents
    position.talents[seat] += count
    position.stock_talents -= count


def gain_camels(position: Position, seat: int, count: int) -> None:
    """Camels from the stock, as many of them as there are."""
    if position.rulings.hard_limits and count > position.stock_camels:
        count = position.stock_camels
    position.camels[seat] += count
    position.stock_camels -= count


def gain_resource(position: Position, seat: int, resource: int) -> None:
    """A resource from the stock, if there is one."""
    if position.stock[resource] > 0 or not position.rulings.hard_limits:
        position.stock[resource] -= 1
        receive(position, seat, resource)


def receive(position: Position, seat: int, resource: int) -> None:
    """A resource that does not come from the stock."""
    position.resources[KINDS_OF_RESOURCE * seat + resource] += 1
    position.held[seat] += 1


def give_back(position: Position, seat: int, resources: Sequence[int]) -> None:
    """Resources of a seat go back to the stock."""
    for resource in resources:
        position.resources[KINDS_OF_RESOURCE * seat + resource] -= 1
        position.stock[resource] += 1
    position.held[seat] -= len(resources)


def take_card(position: Position, events: list[Event], seat: int, card_type: int, offered: Sequence[int]) -> bool:
    """The seat takes its next card of a type (rulebook: court cards). `offered`: the types it could choose from.

    A palace scores at once. Returns whether the seat now chooses the token that comes with the card.
    """
    keys = tuple(card_key(position, seat, other) for other in offered)
    events.append(CardEvent(seat, card_key(position, seat, card_type), "taken", keys))
    position.court[_next_card(position, seat, card_type)] -= 1
    if card_type == GARDENER:
        position.gardeners[seat] += 1
        return False
    position.levels[LEVELLED * seat + card_type] += 1
    level = position.levels[LEVELLED * seat + card_type]
    if card_type == PALACE:
        pay(position, events, seat, "palace", position.components.palace_prestige[level], f"palace-{level}")
    if card_type == CARAVANEER and level == TOKEN_LEVEL:
        if not position.rulings.wine_on_caravaneer:
            return True
        receive(position, seat, position.tokens.pop())
    return False


def card_key(position: Position, seat: int, card_type: int) -> str:
    """The key of the card of this type that the seat would get next."""
    return position.components.card_keys[_next_card(position, seat, card_type)]


def _next_card(position: Position, seat: int, card_type: int) -> int:
    if card_type == GARDENER:
        return len(position.court) - 1
    return position.components.card_below[card_type] + position.levels[LEVELLED * seat + card_type] + 1


def use_gardeners(position: Position, events: list[Event], seat: int, count: int) -> None:
    """Gardeners are spent (rulebook: gardeners)."""
    position.gardeners[seat] -= count
    if position.rulings.gardener_to_stock:
        position.court[-1] += count
    else:
        position.gardeners_out += count
    events += [CardEvent(seat, position.components.card_keys[-1], "used", ())] * count


def put_on_row(position: Position, events: list[Event], seat: int, row: int) -> None:
    """A peasant's work: a cube on the leftmost empty square of a row, for its resource; a full row is settled."""
    cubes = position.rows[row]
    gain_resource(position, seat, position.components.rows[row][len(cubes)])
    count_cube(position, seat, -1)
    cubes.append(seat)
    if len(cubes) == ROW_LENGTH:
        winner = _most_cubes(position, cubes)
        if winner >= 0 and position.court[-1] > 0:
            take_card(position, events, winner, GARDENER, (GARDENER,))
        for owner in cubes:
            count_cube(position, owner, 1)
        cubes.clear()


def _most_cubes(position: Position, cubes: Sequence[int]) -> int:
    """Who takes the gardener of a full row, or -1."""
    most = max(map(cubes.count, cubes))
    leaders = [owner for owner in cubes if cubes.count(owner) == most]
    if len(leaders) == most or position.rulings.field_tie_to_rightmost:
        return leaders[-1]
    return EMPTY


def push_into_temple(position: Position, temple: int, owner: int) -> None:
    """A cube on the leftmost square of a temple; the fifth cube is pushed out (rulebook: priest)."""
    cubes = position.temples[temple]
    cubes.insert(0, owner)
    count_cube(position, owner, -1)
    if len(cubes) > TEMPLE_LENGTH:
        count_cube(position, cubes.pop(), 1)


def count_cube(position: Position, owner: int, change: int) -> None:
    """A cube comes back to its owner or to the grey ones (1), or leaves them (-1), unless there is no end to them."""
    if owner != GREY:
        if position.rulings.own_cubes_run_out:
            position.cubes[owner] += change
    elif position.rulings.grey_cubes >= 0:
        position.grey_left += change
