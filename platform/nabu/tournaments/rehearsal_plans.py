"""Chains of stages by name, for rehearsals: what an organiser may want to practise, fitted to a game and a field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.tournaments.formats import StageSpec


@dataclass(frozen=True, slots=True)
class Plan:
    """A chain of stages. `stages` makes it for a game and a number of players."""

    title: str | Promise
    stages: Callable[[Game, int], list[StageSpec]]


def _largest(game: Game) -> int:
    return max(game.player_counts)


def _cut(players: int) -> int:
    """How many of the best play a knock-out of duels afterwards."""
    return 8 if players >= 32 else 4 if players >= 8 else 2


def _rounds(players: int) -> int:
    """Enough rounds of duels to find one who has won all of them."""
    return max(3, ceil(log2(max(2, players))))


def _swiss(game: Game, players: int) -> list[StageSpec]:
    size = _largest(game)
    if players <= size:
        return [StageSpec("swiss", {"table_size": size, "rounds": 3})]
    rounds = {"table_size": size, "rounds": 3 if players < 64 else 5, "advance": size}
    return [StageSpec("swiss", rounds), StageSpec("single_elimination", {"table_size": size})]


def _duels(game: Game, players: int) -> list[StageSpec]:
    rounds = {"table_size": 2, "rounds": _rounds(players), "advance": _cut(players)}
    return [StageSpec("swiss", rounds), StageSpec("single_elimination", {"table_size": 2, "third_place": True})]


def _groups(game: Game, players: int) -> list[StageSpec]:
    groups = max(1, min(16, players // 4))
    through = {"groups": groups, "advance": 2 * groups}
    return [StageSpec("round_robin", through), StageSpec("single_elimination", {"table_size": 2, "third_place": True})]


def _pods(game: Game, players: int) -> list[StageSpec]:
    return [StageSpec("pod_elimination", {"table_size": _largest(game), "best": 2})]


def _league(game: Game, players: int) -> list[StageSpec]:
    return [StageSpec("league", {"table_size": _largest(game), "rounds": 6})]


PLANS = {
    "swiss": Plan(gettext_lazy("Swiss at the largest tables, then a final table"), _swiss),
    "duels": Plan(gettext_lazy("Swiss for two, then a knock-out of the best"), _duels),
    "groups": Plan(gettext_lazy("Groups where everybody meets, then a knock-out"), _groups),
    "single": Plan(
        gettext_lazy("Single elimination"),
        lambda game, players: [StageSpec("single_elimination", {"table_size": 2, "third_place": True})],
    ),
    "double": Plan(gettext_lazy("Double elimination"), lambda game, players: [StageSpec("double_elimination", {})]),
    "pods": Plan(gettext_lazy("Pod elimination: the best two of each table go on"), _pods),
    "league": Plan(gettext_lazy("League at the largest tables"), _league),
    "ladder": Plan(gettext_lazy("Ladder"), lambda game, players: [StageSpec("ladder", {"rounds": 5})]),
}
"""What can be practised, by name."""
