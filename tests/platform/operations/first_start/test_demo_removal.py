"""The end of the demo: nothing of it is left, and nothing of anybody else is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from competition.formats import StageSpec
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import GameLog, PlayedGame, Verification
from nabu.contests.ratings.models import Rating, RatingEntry
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.operations.demo.plans import PLANS
from nabu.operations.demo.removal import ask_to_remove, demo_tournaments, last_removal
from nabu.operations.demo.state import alone, wanted
from nabu.statistics.dashboards.facts.refresh import refresh, store_of
from nabu.statistics.lab.models import Experiment
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.scenario import PASSWORD, account, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_babylonia(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One game, with a few short tournaments."""
    before = dict(GAMES)
    for key in set(GAMES) - {"babylonia"}:
        del GAMES[key]
    stages = (StageSpec("swiss", {"table_size": 4, "rounds": 1}),)
    first, *others = PLANS["babylonia"]
    duels = (StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 4}), first.stages[1])
    first = replace(first, guests=3, rounds=(1, 2), stages=duels)
    announced = [plan for plan in others if plan.announced]
    seasons = [replace(plan, people=8, rounds=(1,), stages=stages) for plan in others if plan.people]
    monkeypatch.setitem(PLANS, "babylonia", (first, *announced, *seasons))
    yield
    GAMES.clear()
    GAMES.update(before)


def load() -> None:
    call_command("load_demo")
    assert not wanted()
    for verification in Verification.objects.exclude(status="done"):
        verify_log(verification.pk)
    for tournament in demo_tournaments():
        refresh(GAMES["babylonia"], tournament)


def test_everything_of_the_demo_goes_and_everything_else_stays() -> None:
    boss = account("boss", is_staff=True)
    real = make_event(4, prefix="real")
    kept = {Tournament: {real.tournament.pk}, User: set(User.objects.values_list("pk", flat=True))}
    people = set(Player.objects.values_list("pk", flat=True))
    load()
    assert demo_tournaments().exists()
    assert Club.objects.exists()
    assert RatingEntry.objects.exists()
    assert len(store_of(GAMES["babylonia"]).games()) > 0
    client = Client()
    client.force_login(boss)
    assert "Remove the demo" in client.get("/").content.decode()
    assert client.post("/staff/site/remove-demo/").status_code == 302
    job = last_removal()
    assert job is not None
    running.run(job.pk, "one")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    for model, pks in kept.items():
        assert set(model._default_manager.values_list("pk", flat=True)) == pks
    assert set(Player.objects.values_list("pk", flat=True)) == people
    assert not Club.objects.exists()
    for model in (RatingEntry, Rating, GameLog, PlayedGame, Experiment):
        assert not model._default_manager.exists(), model
    assert len(store_of(GAMES["babylonia"]).games()) == 0
    entry = AuditEntry.objects.get(action="demo.removed")
    assert entry.actor == boss
    assert "Remove the demo" not in client.get("/").content.decode()
    assert not wanted(), "it is not played again by the next start"


def test_the_command_keeps_accounts_that_somebody_made_theirs() -> None:
    """A person who was called ana before the demo came, and an organiser with a tournament of another name."""
    ana = account("ana", "Ana Bel")
    load()
    demo = User.objects.get(username="demo")
    Tournament.objects.filter(pk=demo_tournaments().values_list("pk", flat=True)[0]).update(name="Our own evening")
    said = StringIO()
    call_command("remove_demo", stdout=said)
    assert "These accounts are in use and stay: ana, demo" in said.getvalue()
    assert list(Tournament.objects.values_list("name", flat=True)) == ["Our own evening"]
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)
    assert User.objects.filter(pk=demo.pk).exists()


def test_nothing_is_removed_while_the_demo_is_played() -> None:
    boss = account("boss", is_staff=True)
    with alone(), pytest.raises(Refused, match="still being played"):
        ask_to_remove(boss)
    with pytest.raises(NotAllowed):
        ask_to_remove(account("zoe"))
    assert last_removal() is None
