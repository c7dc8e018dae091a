"""Rounds with results, for the tests of the ratings."""

from __future__ import annotations

from random import Random

from nabu.matches import services
from nabu.matches.models import Table
from tests.platform.scenario import Event, seats

GAME = "babylonia"


def play_rounds(event: Event, rounds: int, rng: Random) -> list[Table]:
    """Rounds with results by ruling; the tables in the order in which they were confirmed."""
    done = []
    for _number in range(rounds):
        tables = list(event.pair().tables.filter(is_bye=False))
        rng.shuffle(tables)
        for table in tables:
            services.rule_result(event.organiser, table, [rng.randint(20, 40) for _ in seats(table)])
            table.refresh_from_db()
            done.append(table)
    return done
