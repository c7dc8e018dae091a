"""Matches of several games between the same players: who leads, and when it is over. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Games won and the sum of places of each player, whether nothing can change any more, and the places so far."""

    wins: dict[int, int]
    sums: dict[int, int]
    decided: bool
    places: dict[int, int]


def staying_away(players: Sequence[int], away: Collection[int]) -> set[int]:
    """Those of the match who miss the games to come because they are away for good: as long as two can play on."""
    gone = {player for player in players if player in away}
    return gone if len(players) - len(gone) >= 2 else set()


def decide(
    best_of: int, players: Sequence[int], games: Sequence[Mapping[int, int]], gone: Collection[int] = ()
) -> MatchScore:
    """The state of a match of at most `best_of` games after the games whose places are given by player, in order.

    More games won are better, then the smaller sum of places; a game with a shared first place is won by nobody. The
    match is over once no place can change, all games are played, or nobody came to a game (it has no first place).
    Those who are `gone` win none of the games left, and have the last place in all of them. When the match is over,
    equals share a place; where nobody came to the last game and nobody leads they share the last one, and nobody has
    won.
    """
    wins, sums = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for places in games:
        first = [player for player in players if places.get(player) == 1]
        if len(first) == 1:
            wins[first[0]] += 1
        for player in players:
            sums[player] += places.get(player, len(players))
    left = best_of - len(games)
    nobody_came = bool(games) and 1 not in games[-1].values()
    if nobody_came and len(set(wins.values())) == 1:
        return MatchScore(wins, sums, True, dict.fromkeys(players, len(players)))

    def result(player: int, *, won: int = 0, place: int = 0) -> tuple[int, int]:
        """With so many of the games left won, and this place in all of them: the smaller the better."""
        return -wins[player] - won, sums[player] + left * place

    def worst(player: int) -> tuple[int, int]:
        return result(player, place=len(players))

    def best(player: int) -> tuple[int, int]:
        return worst(player) if player in gone else result(player, won=left, place=1)

    order = sorted(players, key=result)
    settled = all({one, other} <= set(gone) or worst(one) < best(other) for one, other in pairwise(order))
    ranks = {player: 1 + sum(result(other) < result(player) for other in players) for player in players}
    return MatchScore(wins, sums, left <= 0 or nobody_came or settled, ranks)
