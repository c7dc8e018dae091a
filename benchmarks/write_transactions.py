"""How long write transactions last: on SQLite everybody else who saves something waits for each of them.

    python -m benchmarks.write_transactions [--tables 125] [--part demo]

Everything happens in this process, one thing after the other: the services, the jobs that workers would do, and what a
nice child would compute. The site is a temporary folder with SQLite. Measured is the time from the begin, once the lock
is there, to the end.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from benchmarks import PLATFORM

OURS = str(PLATFORM / "nabu")
SHOWN = 6
PLAYERS = 500


class Transactions:
    """The write transactions of this process: what each was, its seconds, and how many of them it computed. On a busy
    machine it waits for the processor besides."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self.began = self.computed = 0.0
        self.name = ""

    def watch(self) -> None:
        """Note every transaction from here on."""
        from django.db.backends.base.base import BaseDatabaseWrapper

        set_autocommit = BaseDatabaseWrapper.set_autocommit

        def watched(connection: Any, autocommit: bool, *args: Any, **kwargs: Any) -> None:
            before = connection.autocommit
            set_autocommit(connection, autocommit, *args, **kwargs)
            if before and not autocommit:
                self.began, self.computed = time.perf_counter(), time.thread_time()
                self.name = name_of(sys._getframe(1))
            elif autocommit and not before:
                lasted = time.perf_counter() - self.began, time.thread_time() - self.computed
                self.seconds[self.name].append(lasted)

        BaseDatabaseWrapper.set_autocommit = watched  # type: ignore[method-assign]

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Print what was written inside."""
        self.seconds.clear()
        began = time.perf_counter()
        yield
        every = [seconds for each in self.seconds.values() for seconds, _computed in each]
        lasted = time.perf_counter() - began
        print(f"\n{part}: {lasted:.1f} s, {len(every)} write transactions, {sum(every):.1f} s together")
        print("  at most s  computed s  times")
        longest = sorted(self.seconds.items(), key=lambda item: -max(computed for _seconds, computed in item[1]))
        for name, each in longest[:SHOWN]:
            seconds, computed = (max(values) for values in zip(*each, strict=True))
            print(f"  {seconds:9.3f}  {computed:10.3f}  {len(each):5}  {name}", flush=True)


def name_of(frame: FrameType | None) -> str:
    """The service that has begun a transaction: the innermost function of ours, or the one that a decorator wraps."""
    while frame is not None:
        found = frame.f_locals.get("service") or frame.f_locals.get("func")
        if frame.f_code.co_name in ("wrapped", "inner") and found is not None:
            return f"{found.__module__}.{found.__qualname__}"
        file = frame.f_code.co_filename
        if file.startswith(OURS) and "/audit/changes.py" not in file:
            return f"nabu{file.removeprefix(OURS).removesuffix('.py').replace('/', '.')}.{frame.f_code.co_qualname}"
        frame = frame.f_back
    return "?"


def do_jobs() -> None:
    """What workers would do."""
    from nabu.web.jobs.models import LIVE, Job
    from nabu.web.jobs.running import run

    while waiting := list(Job.objects.filter(status__in=LIVE, run_after=None).values_list("pk", flat=True)):
        for pk in waiting:
            run(pk, "benchmark")


def demo() -> None:
    """All of the demo, with its verdicts, announcements and statistics."""
    from django.core.management import call_command

    with open(os.devnull, "w") as nowhere:
        call_command("load_demo", stdout=nowhere)
    do_jobs()


def hall(tables: int) -> Callable[[], None]:
    """A round of a full hall: each table sends its log, another player confirms; then the next round and the end."""
    from benchmarks.load import hall as halls
    from nabu.accounts.players.models import User
    from nabu.contests.matches.models import Table
    from nabu.contests.results.approval.services import approve_tournament
    from nabu.contests.results.services import confirm_report
    from nabu.contests.results.settling.submission import submit_log
    from nabu.contests.tournaments.models import Tournament
    from nabu.contests.tournaments.rounds.pairing import pair_round
    from nabu.contests.tournaments.rounds.services import publish_round
    from nabu.contests.tournaments.stages import finish_tournament

    made = halls.make(tables, draft=False)
    do_jobs()
    organiser, tournament = User.objects.get(username="hall"), Tournament.objects.get(pk=made.tournament)

    def play() -> None:
        for known in made.tables:
            table = Table.objects.select_related("round__stage__tournament").get(pk=known.id)
            first, second = (seat.entry.player.user for seat in table.seats.order_by("position")[:2])
            submit_log(first, known.log.encode(), table)
            do_jobs()
            for report in table.reports.filter(status="open"):
                confirm_report(second, report)
            do_jobs()
        publish_round(organiser, pair_round(organiser, tournament), anyway=True, reason="A benchmark.")
        do_jobs()
        end(organiser, tournament)

    def end(organiser: User, tournament: Tournament) -> None:
        from nabu.contests.results.services import rule_result
        from nabu.contests.results.settling.ruling import Ruling

        last = tournament.stages.get().rounds.order_by("-number").first()
        assert last is not None
        for table in last.tables.exclude(status="confirmed").select_related("round__stage__tournament"):
            seats = table.seats.count()
            rule_result(organiser, table, Ruling([*range(seats, 0, -1)], [*range(1, seats + 1)]))
        finish_tournament(organiser, tournament)
        if tournament.rated:
            approve_tournament(organiser, tournament)
        do_jobs()

    return play


def statistics() -> None:
    """Everything in the statistics once more."""
    from django.core.management import call_command

    with open(os.devnull, "w") as nowhere:
        call_command("facts", "rebuild", stdout=nowhere)
        call_command("facts", "fit", stdout=nowhere)


def rebuild() -> None:
    """The ratings from their journal, and all logs replayed."""
    from django.core.management import call_command

    with open(os.devnull, "w") as nowhere:
        call_command("ratings", "rebuild", stdout=nowhere)
        call_command("ratings", "quality", stdout=nowhere)
        call_command("reverify", "--again", stdout=nowhere)
    do_jobs()


def imports() -> None:
    """A list of 500 players, the start, and the first pairing."""
    from competition.formats import StageSpec
    from engine.registry import GAMES
    from nabu.accounts.players.models import User
    from nabu.contests.practice.made_up_people import made_up_names
    from nabu.contests.tournaments.imports.player_list import read_player_list
    from nabu.contests.tournaments.imports.services import import_entries
    from nabu.contests.tournaments.rounds.pairing import pair_round
    from nabu.contests.tournaments.rounds.services import publish_round
    from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament

    actor, game = User.objects.create(username="importer"), GAMES["babylonia"]
    stages = [StageSpec("swiss", {"table_size": 4, "rounds": 5})]
    spec = TournamentSpec(
        name="A list",
        game=game.key,
        ruleset=game.rulesets[0],
        components=game.component_sets[0],
        stages=stages,
    )
    made = create_tournament(actor, spec)
    text = "\n".join(["name", *(f"{name} the imported" for name in made_up_names(PLAYERS))])
    import_entries(actor, made, read_player_list(text).players)
    start_tournament(actor, made)
    publish_round(actor, pair_round(actor, made), anyway=True, reason="A benchmark.")
    do_jobs()


def deletion() -> None:
    """A practice event of 500 players and five rounds, and the demo."""
    from django.core.management import call_command

    from competition.formats import StageSpec
    from engine.registry import GAMES
    from nabu.accounts.players.models import User
    from nabu.contests.practice.made_up_event import MadeUpEvent
    from nabu.contests.practice.services import create_practice_event, delete_practice_event
    from nabu.contests.tournaments.setup.services import TournamentSpec

    actor, game = User.objects.create(username="practiser"), GAMES["babylonia"]
    stages = [StageSpec("swiss", {"table_size": 4, "rounds": 5})]
    spec = TournamentSpec(
        name="Practice",
        game=game.key,
        ruleset=game.rulesets[0],
        components=game.component_sets[0],
        stages=stages,
    )
    event = create_practice_event(actor, spec, PLAYERS)
    MadeUpEvent(actor, event).play()
    do_jobs()
    delete_practice_event(actor, event)
    with open(os.devnull, "w") as nowhere:
        call_command("remove_demo", stdout=nowhere)
    do_jobs()


def main() -> None:
    """Print the longest transactions of each part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=125, help="of the full hall, four players each (default: 125)")
    parser.add_argument("--part", action="append", default=[], help="only these: demo, hall, ... (default: all)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nabu-benchmark-") as folder:
        os.environ.update(NABU_LOCAL="1", NABU_VAR=folder, DJANGO_SETTINGS_MODULE="nabu.settings")
        import django

        django.setup()
        from celery import current_app
        from django.core.management import call_command

        from nabu.core.background import Background

        current_app.conf.update(broker_url="memory://")
        current_app.loader.import_default_modules()
        call_command("migrate", verbosity=0)
        Background.compute = lambda self, function, args, kwargs: function(*args, **kwargs)  # type: ignore[method-assign]
        print(f"{os.cpu_count()} cores, load of the machine before: {os.getloadavg()[0]:.2f}")
        transactions = Transactions()
        transactions.watch()
        parts: dict[str, Callable[[], None]] = {
            "demo": demo,
            "hall": lambda: None,
            "statistics": statistics,
            "rebuild": rebuild,
            "import": imports,
            "deletion": deletion,
        }
        for name, part in parts.items():
            if wanted.part and name not in wanted.part:
                continue
            work = hall(wanted.tables) if name == "hall" else part
            with transactions.of(f"{name} ({wanted.tables} tables)" if name == "hall" else name):
                work()


if __name__ == "__main__":
    main()
