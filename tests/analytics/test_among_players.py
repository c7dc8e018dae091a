"""A player's means among those of others."""

from __future__ import annotations

import pandas as pd
import pytest

from analytics.among_players import WON, among, means_by_player
from analytics.frames import UNIT
from analytics.sources import SCORE

SOURCES = ["farms", "tiles", "cards"]


def people(rows: list[tuple[int, int, float, int, int]]) -> pd.DataFrame:
    """Player-games: player, score, share of the win, points of farms and of tiles. Nobody has points of cards."""
    return pd.DataFrame(
        [
            {
                "game_id": number,
                "seat": 0,
                "player_id": player,
                "score": score,
                "win": round(win * UNIT),
                "farms": farms,
                "tiles": tiles,
            }
            for number, (player, score, win, farms, tiles) in enumerate(rows)
        ]
    )


def test_better_than_is_the_share_of_the_others_with_a_lower_mean() -> None:
    means = means_by_player(
        people([(1, 100, 1, 60, 40), (1, 80, 0.5, 50, 30), (2, 90, 0, 40, 50), (3, 70, 0, 30, 40), (9, 500, 1, 1, 1)]),
        SOURCES,
    )
    assert means["games"].to_dict() == {1: 2, 2: 1, 3: 1, 9: 1}
    rows = among(means, 1, [1, 2, 3], SOURCES)
    assert [(row.key, row.mean, row.better_than) for row in rows] == [
        (SCORE, 90, 0.5),  # the same as one of them is not better
        (WON, 0.75, 1),
        ("tiles", 35, 0),  # what gives most comes first, and cards are left out
        ("farms", 55, 1),
    ]


@pytest.mark.parametrize(("player", "others"), [(7, [1]), (1, []), (1, [1]), (1, [8])])
def test_nobody_is_compared_with_nobody(player: int, others: list[int]) -> None:
    assert among(means_by_player(people([(1, 100, 1, 60, 40)]), SOURCES), player, others, SOURCES) == []
