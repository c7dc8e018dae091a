"""All sums are counted anew by many jobs, and hold at once or not at all."""

from __future__ import annotations

import os
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from analytics.model import Model
from analytics.store import GameStore
from benchmarks.made_up_games import made_up_frames
from engine.registry import get_game
from nabu.statistics.dashboards.facts import fitting
from nabu.statistics.dashboards.facts.job_kinds import RECOUNT
from nabu.statistics.store import recounts
from nabu.statistics.store.lists import clear, enter, listed, listed_for_writing, tidy
from nabu.statistics.store.models import Place, Recount
from nabu.web.jobs import running
from nabu.web.jobs.asking import ask, live_jobs
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account
from tests.platform.statistics.dashboards.proven import proven_event

KEY = "babylonia"
BABYLONIA = get_game(KEY)
MONTHS = (202401, 202402, 202403)
MODEL, OTHER = Model(temperature=150.0), Model(temperature=90.0)


def put_in(month: int) -> None:
    """Two games of that month, as a new part."""
    before = listed_for_writing(KEY)
    assert enter(before, before.store.updated(made_up_frames(2, month, 10 * month, seed=1)), month)


def three_months() -> None:
    """A part in each of three months."""
    for month in MONTHS:
        put_in(month)


db, kept_world, changes_are_taken_back, filled = kept_for_file(three_months, "filled")


@pytest.fixture(autouse=True)
def one_job_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part is counted by a job of its own."""
    monkeypatch.setattr(fitting, "GAMES_A_JOB", 1)


def begin(model: Model) -> None:
    """What a fit does that has found this model."""
    before = listed_for_writing(KEY)
    fitting.begin_recount(before, before.store.with_model(model))


def store() -> GameStore:
    return listed(KEY).store


def do_next(job: Job | None = None) -> None:
    """A worker takes this job on, or the first that waits."""
    found = job or live_jobs(RECOUNT).order_by("pk")[0]
    running.run(found.pk, "by hand")


def test_new_sums_hold_once_the_last_part_is_counted(filled: None) -> None:
    before = store()
    begin(MODEL)
    assert live_jobs(RECOUNT).count() == 3
    for _ in range(2):
        do_next()
        assert store() == before, "nobody sees half of it"
    do_next()
    assert store().model == MODEL
    assert store().fitted_to == 6
    assert store().compare() == [], "as if one process had counted everything with this model"
    assert {part.sums for part in store().version}.isdisjoint(part.sums for part in before.version)
    assert not Recount.objects.exists()
    assert not Job.objects.exists()


def test_doing_a_job_twice_counts_its_part_once(filled: None) -> None:
    begin(MODEL)
    first = live_jobs(RECOUNT).order_by("pk")[0]
    payload = first.payload
    do_next()
    ask(RECOUNT, None, payload)
    ask(RECOUNT, None, payload)
    while live_jobs(RECOUNT).exists():
        do_next()
    assert store().model == MODEL
    assert store().compare() == []


def test_parts_that_come_meanwhile_are_counted_too_and_those_that_go_are_left_out(filled: None) -> None:
    begin(MODEL)
    do_next()
    put_in(202404)
    before = listed_for_writing(KEY)
    gone = before.store.games().query("month == 202403")["game_id"].tolist()
    assert enter(before, before.store.updated(before.store.frames([]), gone), 1)
    assert do_jobs(RECOUNT) == 2, "one of them has nothing to count any more, but finds the new part"
    assert do_jobs(RECOUNT) == 1
    assert store().months() == [202401, 202402, 202404]
    assert store().model == MODEL
    assert store().compare() == []


def test_a_later_fit_takes_the_place_of_an_earlier_one(filled: None) -> None:
    begin(MODEL)
    do_next()
    begin(OTHER)
    assert do_jobs(RECOUNT) == 5
    assert store().model == OTHER
    assert store().compare() == []
    assert not Job.objects.exists()


def test_a_store_that_was_emptied_meanwhile_gets_the_model(filled: None) -> None:
    begin(MODEL)
    clear(KEY)
    do_jobs(RECOUNT)
    assert store().model == MODEL
    put_in(202405)
    assert store().compare() == []


def test_staff_stop_a_recount(filled: None, client: Client) -> None:
    before = store()
    begin(Model())
    do_next()
    assert not fitting.needs_fit(BABYLONIA), "it is under way"
    client.force_login(account("boss", is_staff=True, is_superuser=True))
    recount = Recount.objects.get()
    page = reverse("admin:statistics_store_recount_changelist")
    assert "1 / 3" in client.get(page).content.decode()
    assert client.post(page, {"action": "stop", "_selected_action": recount.pk}).status_code == 302
    assert do_jobs(RECOUNT) == 2
    assert store() == before
    assert not Job.objects.exists()
    assert not fitting.needs_fit(BABYLONIA), "nobody begins again before there are more games"
    put_in(202404)
    assert fitting.needs_fit(BABYLONIA)


def test_a_part_that_cannot_be_counted_ends_the_recount(filled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store()
    begin(MODEL)

    def broken(*_args: Any) -> None:
        raise ValueError("no memory")

    monkeypatch.setattr(fitting, "compute", broken)
    for _ in range(3):
        do_jobs(RECOUNT)
    assert not recounts.stop(Recount.objects.get().pk), "it was stopped"
    assert store() == before
    assert {job.status for job in Job.objects.all()} == {"failed"}


def test_a_host_that_does_not_find_the_files_leaves_the_parts_to_others(
    filled: None, settings: Any, tmp_path: Path
) -> None:
    begin(MODEL)
    here = settings.FACTS
    Place.objects.update(host="another")
    settings.FACTS = tmp_path
    do_jobs(RECOUNT)
    assert list(Job.objects.values_list("status", "attempts")) == [("queued", 0)] * 3
    settings.FACTS = here
    Job.objects.update(run_after=None)
    do_jobs(RECOUNT)
    assert store().model == MODEL


def test_what_is_being_counted_is_not_tidied_away(filled: None, settings: Any) -> None:
    begin(MODEL)
    do_next()
    long = time.time() - 2 * 86400
    for path in Path(settings.FACTS).rglob("*.*"):
        os.utime(path, (long, long))
    tidy()
    do_jobs(RECOUNT)
    assert store().model == MODEL
    assert store().compare() == []


def test_commands_do_alone_what_no_worker_does() -> None:
    proven_event(4, rounds=2)
    out = StringIO()
    call_command("facts", "rebuild", "--game", KEY, stdout=out)
    assert f"{KEY}: 2 games there" in out.getvalue()
    call_command("facts", "fit", "--game", KEY, stdout=out)
    assert f"{KEY}: fitted to 2 games" in out.getvalue()
    call_command("facts", "stop", "--game", KEY, stdout=out)
    assert f"{KEY}: nothing is being counted" in out.getvalue()
    call_command("facts", "compare", "--game", KEY)


def test_the_command_says_that_it_was_stopped(filled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "do_beside_workers", lambda _jobs: [recounts.stop(Recount.objects.get().pk)])
    with pytest.raises(CommandError, match="stopped"):
        call_command("facts", "fit", "--game", KEY)
