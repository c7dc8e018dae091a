"""Who is to move and why: the goes of a round, its end, and the end of the game."""

from __future__ import annotations

from engine.amyitis.allowed import any_row_open, stock_limit, swaps
from engine.amyitis.garden import QUALITY
from engine.amyitis.names import BANKER, GREY, ISHTAR, LEVELLED, MARDUK, TAMMOUZ
from engine.amyitis.phases import ACTION, CRAFTS_DUE, KEEP, OVER, PROCESSION, REWARD, SWAP, TAMMOUZ_FIELD
from engine.amyitis.position import Position
from engine.amyitis.supply import gain_talents, pay
from engine.game import CHANCE, NOBODY, Event


def begin_round(position: Position, events: list[Event]) -> None:
    """The craft cards lie: income, then the first player's go (rulebook: phase I)."""
    position.round += 1
    components = position.components
    for number in range(position.players):
        seat = (position.first_player + number) % position.players
        level = position.levels[LEVELLED * seat + BANKER]
        if level:
            gain_talents(position, seat, components.income_talents[level])
            pay(position, events, seat, "banker", components.income_prestige[level], f"banker-{level}")
    _begin_go(position, position.first_player)


def _begin_go(position: Position, seat: int) -> None:
    position.turn += 1
    position.active = position.to_move = seat
    position.phase = ACTION


def end_go(position: Position) -> None:
    """The next seat that has not passed is on turn; who has passed takes a talent instead (rulebook: phase II)."""
    if position.passed_count == position.players:
        position.phase = PROCESSION
        position.to_move = (position.first_player + position.rulings.procession_step) % position.players
        return
    seat = (position.active + 1) % position.players
    while position.passed[seat]:
        gain_talents(position, seat, 1)
        seat = (seat + 1) % position.players
    _begin_go(position, seat)


# The end of a round, in its order. Each step ends with a seat to move, or goes on to the next.


def ranks(position: Position, temple: int) -> tuple[int, int]:
    """Who is first and second in a temple: a seat, GREY, or -1 for nobody (rulebook: temples)."""
    cubes = position.temples[temple]
    rulings = position.rulings
    owners = [owner for owner in set(cubes) if owner != GREY or rulings.grey_takes_rank]
    # A tie is won by the cube furthest to the right.
    owners.sort(key=lambda owner: (cubes.count(owner), max(at for at, cube in enumerate(cubes) if cube == owner)))
    if not owners:
        return -1, -1
    first = owners.pop()
    if position.players == 2:
        return first, -1
    if owners:
        return first, owners[-1]
    if rulings.second_needs_cube:
        return first, -1
    in_order = ((position.first_player + number) % position.players for number in range(position.players))
    return first, next(seat for seat in in_order if seat != first)


def settle_ishtar(position: Position, events: list[Event]) -> None:
    """The first chooses a camel or a talent, the second gets the other."""
    first, position.second = ranks(position, ISHTAR)
    something_left = position.stock_camels > 0 or position.stock_talents > 0 or not position.rulings.hard_limits
    if 0 <= first < GREY and something_left:
        position.phase, position.to_move = REWARD, first
    else:
        settle_marduk(position, events)


def settle_marduk(position: Position, events: list[Event]) -> None:
    """Prestige for the first and the second; then the first in Tammouz puts a cube on a field."""
    for seat, prestige in zip(ranks(position, MARDUK), position.components.marduk, strict=True):
        if 0 <= seat < GREY:
            pay(position, events, seat, "marduk", prestige, "temple of Marduk")
    first, position.second = ranks(position, TAMMOUZ)
    if 0 <= first < GREY and position.cubes[first] and any_row_open(position):
        position.phase, position.to_move = TAMMOUZ_FIELD, first
    else:
        settle_swap(position, events)


def settle_swap(position: Position, events: list[Event]) -> None:
    """The second in Tammouz may swap a resource."""
    if 0 <= position.second < GREY and swaps(position, position.second):
        position.phase, position.to_move = SWAP, position.second
    else:
        limit_stocks(position, events, 0)


def limit_stocks(position: Position, events: list[Event], done: int) -> None:
    """Every seat over its limit chooses what it keeps, clockwise from the first player; so many seats are done."""
    position.second = -1
    for number in range(done, position.players):
        seat = (position.first_player + number) % position.players
        if position.held[seat] > stock_limit(position, seat):
            position.phase, position.to_move = KEEP, seat
            return
    _end_round(position, events)


def garden_is_done(position: Position) -> bool:
    """Whether so few tiles are left that the game ends."""
    return position.tiles_left <= position.components.tiles_left[position.players]


def _end_round(position: Position, events: list[Event]) -> None:
    if garden_is_done(position):
        finish(position, events, "tiles")
        return
    if _nothing_grows(position):
        finish(position, events, "no_gardeners")
        return
    players = position.players
    position.first_player = position.active = (position.first_player + 1) % players
    position.passed = [0] * players
    position.passed_count = 0
    position.face_up = [0] * len(position.face_up)
    position.used_crafts = [0] * len(position.used_crafts)
    position.turned = [0] * players
    position.phase, position.to_move = CRAFTS_DUE, CHANCE


def _nothing_grows(position: Position) -> bool:
    """Whether no tile can ever be planted: all left ask for more quality than plants have, and no gardener is left."""
    if position.court[-1] or any(position.gardeners):
        return False
    return not any(
        tile >= 0 and owner < 0 and quality <= position.components.best_plant
        for tile, owner, quality in zip(position.tiles, position.planted_by, QUALITY, strict=True)
    )


def finish(position: Position, events: list[Event], end: str) -> None:
    """The game is over: the Amyitis card and what is left of the resources (rulebook: final scoring)."""
    position.phase, position.to_move, position.end = OVER, NOBODY, end
    components = position.components
    for seat in range(position.players):
        tiles = position.tiles_of(seat)
        reached = [prestige for least, prestige in components.amyitis_card[position.players] if tiles >= least]
        if reached:
            pay(position, events, seat, "amyitis_card", reached[-1], "Amyitis card")
        pay(position, events, seat, "stock", position.held[seat] * components.resource_left, "resources left")
