"""How long the list of tournaments takes to find events among many, as a page, over the API and as a feed.

    python -m benchmarks.find_events [--events 20000] [--plans]

The site is a temporary folder with SQLite, or the empty database of DATABASE_URL. Measured is a whole request of a
visitor, the median of some, after one that is not counted: seconds of the processor with SQLite, of the wall otherwise.
`--plans` prints the plan of each query that took long.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from datetime import date, timedelta
from typing import Any

ASKED = {
    "all": "",
    "game": "game=ishtar",
    "place": "place=malaga",
    "text": "search=spring+friendly",
    "next 30 days": "starts_from=2026-11-30&starts_until=2026-12-30",
    "rated": "rated=true",
    "free seats": "free=true",
    "open": "state=open",
    "finished": "state=finished",
    "club": "club=1",
    "all together": "game=ishtar&place=ulm&state=open&free=true&search=cup",
    "nothing": "place=nowhere",
    "page 40": "game=ishtar&page=40",
}
PAGES = {"page": "/tournaments/", "API": "/api/v1/tournaments/", ".ics": "/tournaments/calendar.ics"}
PLACES = ("Málaga", "Ulm", "Wien, Café Central", "São Paulo", "Łódź")
GAMES = ("babylonia", "ishtar", "babylon", "amyitis")
AGAIN = 5
SLOW = 0.02


def clock() -> float:
    """Seconds: of this process with SQLite, which runs in it, so that a busy machine counts less; of the wall else."""
    from django.db import connection

    return time.process_time() if connection.vendor == "sqlite" else time.perf_counter()


def fill(events: int) -> None:
    """Most are over, some are running, announced with some seats taken, or cancelled."""
    from nabu.accounts.players.models import Player, User
    from nabu.contests.clubs.models import Club
    from nabu.contests.tournaments.models import Entry, Tournament

    owner = User.objects.create_user(username="owner", password=None)
    players = [Player.objects.create(name=f"Player {number}", user=None) for number in range(8)]
    clubs = [Club.objects.create(name=f"Club {number}") for number in range(20)]
    today = date(2026, 11, 30)
    made = Tournament.objects.bulk_create(
        (
            Tournament(
                name=f"{('Spring', 'Summer', 'Winter')[number % 3]} cup {number}",
                description=f"A friendly event for everybody. {'Bring your own tea. ' * 20}",
                game=GAMES[number % 4],
                ruleset="base",
                components="x",
                organiser=owner,
                club=clubs[number % 20] if number % 3 else None,
                lot="",
                status="draft"
                if number % 20 == 0
                else ("running", "cancelled")[number % 2]
                if number % 25 == 1
                else "finished",
                registration=number % 20 == 0,
                capacity=(4, 8, None)[number % 3],
                rated=number % 5 == 0,
                place=PLACES[number % 5],
                starts_on=today + timedelta(days=number % 60 if number % 20 == 0 else -(number % 2000)),
            )
            for number in range(events)
        ),
        batch_size=500,
    )
    entries = (
        Entry(tournament=each, player=player, seed=seed)
        for each in made
        for seed, player in enumerate(players[: 2 + each.pk % 7], start=1)
    )
    Entry.objects.bulk_create(entries, batch_size=2000)


def measure(plans: bool) -> None:
    """A line for each kind of answer and question."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    print(f"{'':14}" + "".join(f"{name:>10}" for name in PAGES) + "   ms")
    for name, query in ASKED.items():
        line = []
        for kind, path in PAGES.items():
            if kind == ".ics" and "page=" in query:
                line.append("")
                continue
            address = f"{path}?{query}"
            client.get(address)
            times = []
            for _ in range(AGAIN):
                start = clock()
                answer = client.get(address)
                times.append(clock() - start)
                assert answer.status_code == 200, answer.content[:300]
            line.append(f"{1000 * statistics.median(times):.0f}")
            if plans:
                with CaptureQueriesContext(
                    connection,
                ) as captured:
                    client.get(address)
                for each in captured.captured_queries:
                    if float(each["time"]) >= SLOW:
                        print(kind, each["time"], each["sql"][:900])
                        explain(each["sql"])
        print(f"{name:14}" + "".join(f"{value:>10}" for value in line))


def explain(sql: str) -> None:
    """What the database does for this."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            ("EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN ") + sql.replace("%", "%%")
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    for row in rows:
        print("   ", row[-1])


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--plans", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NABU_LOCAL": "1", "NABU_VAR": folder, "DJANGO_SETTINGS_MODULE": "nabu.settings"}
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        fill(options.events)
        measure(options.plans)


if __name__ == "__main__":
    main()
