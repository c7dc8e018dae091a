"""Matches of several games between the same two: who leads, and when it is over. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Games won by each player, whether nothing can change any more, and the places as they stand."""

    wins: dict[int, int]
    decided: bool
    places: dict[int, int]


def decide(best_of: int, players: Sequence[int], games: Sequence[Mapping[int, int]]) -> MatchScore:
    """The state of a match of at most `best_of` games after the games whose places are given by player, in order.

    A game with a shared first place is won by nobody. The match is over once nobody can catch the leader, all games
    are played, or nobody came to a game (it has no first place). Then equal wins share the first place; where nobody
    came to the last game they share the last one, and nobody has won.
    """
    wins = dict.fromkeys(players, 0)
    for places in games:
        first = [player for player in players if places.get(player) == 1]
        if len(first) == 1:
            wins[first[0]] += 1
    order = sorted(wins.values(), reverse=True)
    left = best_of - len(games)
    nobody_came = bool(games) and 1 not in games[-1].values()
    decided = left <= 0 or nobody_came or (len(order) > 1 and order[0] > order[1] + left)
    if nobody_came and len(set(wins.values())) == 1:
        return MatchScore(wins, True, dict.fromkeys(players, len(players)))
    places = {player: 1 + sum(other > won for other in wins.values()) for player, won in wins.items()}
    return MatchScore(wins, decided, places)
