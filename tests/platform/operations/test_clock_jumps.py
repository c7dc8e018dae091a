"""The clock of the machine jumps, as when it was wrong at the start and is set right: nothing is lost or done twice.

Time is moved where Django and Celery read it. Not moved: the database's own clock, which nothing here asks, and
`time.monotonic`, which never jumps.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nabu.accounts.audit.history import as_bytes, rebuilt_state
from nabu.celery import app
from nabu.contests.matches.models import LogSubmission, Verification
from nabu.contests.ratings.models import RatedGame
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services
from nabu.core.beat import Scheduler
from nabu.web.jobs import running
from nabu.web.jobs.asking import LOST_AFTER, ask
from nabu.web.jobs.models import Job
from nabu.web.live.tickets import address_of, read_ticket
from tests.platform.by_hand import do_jobs, sweep_by_hand
from tests.platform.contests.tournaments.test_history import CHAINS, now, walk
from tests.platform.scenario import agree, approved, log_of, make_event, users

pytestmark = pytest.mark.django_db

HOURS = timedelta(hours=3)


class Clock:
    """What the clock of the machine says is wrong by so much."""

    wrong = timedelta()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.now(tz) + clock.wrong

    for module in ("django.utils.timezone", "celery.app.base", "nabu.web.live.tickets"):
        monkeypatch.setattr(f"{module}.datetime", Moved)
    return clock


@pytest.mark.parametrize("jump", [HOURS, -HOURS], ids=["forward", "back"])
def test_a_lost_message_is_sent_again_after_a_jump(clock: Clock, jump: timedelta) -> None:
    ask("mails", "mails")
    assert sweep_by_hand() == 0
    clock.wrong = jump
    assert sweep_by_hand() == 1
    assert sweep_by_hand() == 0


@pytest.mark.both_databases
@pytest.mark.parametrize("jump", [HOURS, -HOURS], ids=["forward", "back"])
def test_a_log_counts_once_when_the_clock_jumps_in_the_middle_of_its_replay(
    clock: Clock, jump: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the sweep it looks as if the worker were gone; another one does the work, and then the first one ends too."""
    table = approved(make_event(2, table_size=2)).pair().tables.get()
    services.submit_log(users(table)[0], log_of(table), table)
    job = Job.objects.get(kind="verify")
    replay = running.KINDS["verify"].work
    calls: list[str] = []

    def slow(progress: running.Progress) -> None:
        calls.append(progress.job.task)
        if len(calls) == 1:
            clock.wrong = jump
            assert sweep_by_hand() >= 1
            running.run(job.pk, "second")
        replay(progress)

    monkeypatch.setitem(running.KINDS, "verify", _with_work(slow))
    running.run(job.pk, "first")
    assert calls == ["first", "second"]
    assert Verification.objects.get().verdict == "verified"
    assert LogSubmission.objects.get().outcome == "reported"
    agree(table)
    assert RatedGame.objects.count() == 1
    assert rebuild("babylonia") == []
    while do_jobs("announce", "mails", "statistics"):
        pass


def _with_work(work: Any) -> Any:
    from dataclasses import replace

    return replace(running.KINDS["verify"], work=work)


@pytest.mark.parametrize("jump", [HOURS, -HOURS], ids=["forward", "back"])
def test_the_sweeps_go_on_after_a_jump(clock: Clock, jump: timedelta, tmp_path: Path) -> None:
    """Also when beat was started again with what it had written down."""
    sent: list[str] = []

    class Beat(Scheduler):
        producer = None

        def apply_entry(self, entry: Any, producer: Any = None) -> None:
            sent.append(entry.name)

    def due() -> set[str]:
        """What beat sends until it wants to rest; how long it rests then."""
        sent.clear()
        while not (rest := beat.tick()):
            pass
        assert rest <= LOST_AFTER.total_seconds()
        return set(sent)

    beat = Beat(app, schedule_filename=str(tmp_path / "beat"))
    due()
    clock.wrong = timedelta(seconds=20)
    assert "jobs" in due()
    clock.wrong = jump
    due()
    clock.wrong = jump + timedelta(seconds=20)
    assert "jobs" in due()
    beat.close()
    clock.wrong = jump - HOURS
    beat = Beat(app, schedule_filename=str(tmp_path / "beat"))
    due()
    clock.wrong += timedelta(seconds=20)
    assert "jobs" in due()
    beat.close()


def test_an_open_page_is_told_on_after_the_clock_was_set_back(clock: Clock) -> None:
    ticket = address_of([("t1", 7)]).partition("ticket=")[2]
    clock.wrong = -timedelta(days=1)
    assert read_ticket(ticket) == {"t1": 7}
    clock.wrong = timedelta(days=3)
    assert read_ticket(ticket) is None


@pytest.mark.both_databases
@pytest.mark.parametrize("seed", range(3))
def test_a_tournament_under_a_jumping_clock_is_what_its_history_says(clock: Clock, seed: int) -> None:
    rng = Random(seed)
    event = make_event(6, stages=CHAINS[seed])
    for _jump in range(6):
        clock.wrong = rng.uniform(-1, 1) * timedelta(days=1)
        walk(event, rng, 4)
    assert as_bytes(rebuilt_state(event.tournament.pk)) == now(event)
    assert rebuild(event.tournament.game) == []


def test_the_clock_is_really_moved(clock: Clock) -> None:
    from django.utils import timezone

    clock.wrong = HOURS
    assert timezone.now() - datetime.now(UTC) > HOURS / 2
    assert app.now() - datetime.now(UTC) > HOURS / 2
