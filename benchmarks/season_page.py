"""Processor time of a club's season page: made for the first time, kept, and after a change in one of its events.

    python -m benchmarks.season_page [--events 200] [--players 100]

The site is a temporary folder with SQLite. One event is played through the services; the others are copies of its rows,
each with the players in another order.
"""

from __future__ import annotations

import argparse
import logging
import os
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from benchmarks import PLATFORM

ROUNDS = 5


def main() -> None:
    """Print the seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--players", type=int, default=100)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nabu-benchmark-") as folder:
        os.environ.update(NABU_LOCAL="1", NABU_VAR=folder, DJANGO_SETTINGS_MODULE="nabu.settings")
        os.environ["PYTHONPATH"] = str(PLATFORM)
        import django

        django.setup()
        logging.disable()
        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        club, season, last = made(asked.events, asked.players)
        client = Client(HTTP_HOST="127.0.0.1")
        for name, address in (("year", f"/clubs/{club}/season/"), ("own rules", f"/clubs/{club}/seasons/{season}/")):
            page = partial(client.get, address)
            print(f"{name}: first {seconds(page):.3f} s, kept {seconds(page):.4f} s", end="")
            changed(last)
            print(f", after a change in one event {seconds(page):.3f} s", flush=True)


def seconds(act: Callable[[], Any]) -> float:
    """Processor seconds of one answer, which must be a page."""
    began = time.process_time()
    answer = act()
    lasted = time.process_time() - began
    assert answer.status_code == 200, answer.status_code
    return lasted


def made(events: int, players: int) -> tuple[int, int, int]:
    """A club with so many finished events, its season with a line, and the last event."""
    from competition.formats import StageSpec
    from competition.season import SeasonRules
    from nabu.accounts.players.models import Player, User
    from nabu.contests.clubs.seasons import SeasonSpec, create_season
    from nabu.contests.clubs.services import create_club
    from nabu.contests.matches.models import Table
    from nabu.contests.results.services import rule_result
    from nabu.contests.results.settling.ruling import Ruling
    from nabu.contests.tournaments.entries.services import add_entries_by_name
    from nabu.contests.tournaments.models import Tournament
    from nabu.contests.tournaments.rounds.pairing import pair_round
    from nabu.contests.tournaments.rounds.services import publish_round
    from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament

    owner = User.objects.create_user(username="owner")
    Player.objects.create(name="Owner", user=owner)
    club = create_club(owner, "Players of Ur")
    spec = TournamentSpec(
        name="Evening",
        game="babylonia",
        ruleset="base",
        components="babylonia-2019",
        club=club,
        starts_on=date(2026, 1, 1),
        stages=[StageSpec("swiss", {"table_size": 4, "rounds": ROUNDS})],
    )
    first = create_tournament(owner, spec)
    add_entries_by_name(owner, first, [f"Player {number}" for number in range(players)])
    start_tournament(owner, first)
    for _round in range(ROUNDS):
        publish_round(owner, pair_round(owner, first))
        for table in Table.objects.filter(round__stage__tournament=first).exclude(status="confirmed"):
            scores = [90 + seat.entry.seed % 40 - 7 * seat.position for seat in table.seats.order_by("position")]
            rule_result(owner, table, Ruling(scores))
    Tournament.objects.filter(pk=first.pk).update(status="finished")
    last = first.pk
    for number in range(1, events):
        last = copied(first.pk, date(2026, 1, 1) + timedelta(days=number), number)
    rules = SeasonRules(best=10, line=16)
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return club.pk, create_season(owner, club, SeasonSpec(name="All year", rules=rules, **days)).pk, last


def copied(pk: int, day: date, turn: int) -> int:
    """Another event with the same rows; its players are turned by so many."""
    from nabu.contests.matches.models import Seat, Table
    from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament

    def anew(row: Any, **values: Any) -> Any:
        row.pk, row._state.adding = None, True
        for name, value in values.items():
            setattr(row, name, value)
        return row

    def all_anew(model: Any, rows: Any, change: Callable[[Any], dict[str, Any]]) -> dict[int, int]:
        old = list(rows)
        before = [row.pk for row in old]
        new = model.objects.bulk_create([anew(row, **change(row)) for row in old])
        return dict(zip(before, (row.pk for row in new), strict=True))

    event = anew(Tournament.objects.get(pk=pk), starts_on=day, name=f"Evening {turn}")
    event.save()
    entries = list(Entry.objects.filter(tournament=pk).order_by("pk"))
    players = [entry.player_id for entry in entries]
    turned = dict(zip(players, players[turn % len(players) :] + players[: turn % len(players)], strict=True))
    entry_of = all_anew(Entry, entries, lambda row: {"tournament_id": event.pk, "player_id": turned[row.player_id]})
    stage_of = all_anew(Stage, Stage.objects.filter(tournament=pk), lambda row: {"tournament_id": event.pk})
    of = {"stage__tournament": pk}
    all_anew(
        StageEntry,
        StageEntry.objects.filter(**of),
        lambda row: {"stage_id": stage_of[row.stage_id], "entry_id": entry_of[row.entry_id]},
    )
    round_of = all_anew(Round, Round.objects.filter(**of), lambda row: {"stage_id": stage_of[row.stage_id]})
    tables = Table.objects.filter(round__stage__tournament=pk)
    table_of = all_anew(Table, tables, lambda row: {"round_id": round_of[row.round_id]})
    seats = Seat.objects.filter(table__round__stage__tournament=pk)
    all_anew(Seat, seats, lambda row: {"table_id": table_of[row.table_id], "entry_id": entry_of[row.entry_id]})
    return int(event.pk)


def changed(pk: int) -> None:
    """What a corrected result would do to what is kept."""
    from django.db import transaction

    from nabu.accounts.versions.services import results_topic, touch, tournament_topic

    with transaction.atomic():
        touch(tournament_topic(pk), results_topic(pk))


if __name__ == "__main__":
    main()
