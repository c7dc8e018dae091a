"""What a position is worth to each seat: its prestige, and what it may expect for what it holds.

The weights follow those fitted to the prestige that seats made from some position to the end, in games with a few whims
of greedy bots (2 and 4 players) and of search bots (2 players).
"""

from __future__ import annotations

from engine.amyitis.allowed import stock_limit
from engine.amyitis.flow import ranks
from engine.amyitis.garden import QUALITY
from engine.amyitis.names import BANKER, CARAVANEER, ISHTAR, KINDS_OF_RESOURCE, LEVELLED, PALACE, WINE
from engine.amyitis.phases import OVER
from engine.amyitis.position import Position
from engine.amyitis.water import cubes_around
from engine.amyitis.worth import ENOUGH_CAMELS, rounds_left

CAMEL, GARDENER, TILE = 1.4, 4.0, 1.5
TALENT, SPARE_TALENT, ENOUGH_TALENTS = 0.9, 0.07, 3
PLAIN, WINE_MORE, OVER_LIMIT = 3.0, 0.5, 1.6
BANKER_BY_ROUND = {2: 1.6, 3: 1.3, 4: 1.0}
"""A level of the banker for every round to come, by number of players: with few seats rounds bring fewer tiles."""

CARAVANEER_BY_ROUND, CARAVANEER_ROUNDS = 1.6, 4.0
PALACE_BY_ROUND = 0.5
FIRST_IN_ISHTAR = 1.5
MOST_CUBES = 0.25
"""To have most cubes around an unplanted square, by the quality that it asks for."""

LAST_ROUNDS = 3.0
"""In so many rounds before the end what serves to plant loses its worth; resources bring a little even then."""


def standing_of(position: Position) -> list[float]:
    """By seat, in prestige. A finished game is worth its scores."""
    worths = list(map(float, position.scores))
    if position.phase == OVER:
        return worths
    rounds = rounds_left(position)
    time_left = min(1.0, rounds / LAST_ROUNDS)
    last = position.components.resource_left
    resource = last + (PLAIN - last) * time_left
    for seat in range(position.players):
        talents, held = position.talents[seat], position.held[seat]
        banker = position.levels[LEVELLED * seat + BANKER]
        caravaneer = position.levels[LEVELLED * seat + CARAVANEER]
        worths[seat] += (
            time_left * (CAMEL * min(position.camels[seat], ENOUGH_CAMELS) + GARDENER * position.gardeners[seat])
            + (TALENT - SPARE_TALENT) * min(talents, ENOUGH_TALENTS)
            + SPARE_TALENT * talents
            + resource * held
            + WINE_MORE * position.resources[KINDS_OF_RESOURCE * seat + WINE]
            - OVER_LIMIT * max(0, held - stock_limit(position, seat))
            + BANKER_BY_ROUND[position.players] * rounds * banker
            + CARAVANEER_BY_ROUND * min(rounds, CARAVANEER_ROUNDS) * caravaneer
            + (PALACE_BY_ROUND * rounds if position.levels[LEVELLED * seat + PALACE] > 1 else 0.0)
            + TILE * position.tiles_of(seat)
        )
    first, _ = ranks(position, ISHTAR)
    if 0 <= first < position.players:
        worths[first] += FIRST_IN_ISHTAR
    for square, tile in enumerate(position.tiles):
        if tile >= 0 and position.planted_by[square] < 0:
            counts = cubes_around(position, square)
            most = max(counts)
            if counts.count(most) == 1:
                worths[counts.index(most)] += MOST_CUBES * QUALITY[square]
    return worths
