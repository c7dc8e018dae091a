"""The demo: loaded once, shown with everything a visitor should see, for every game that is registered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from competition.formats import StageSpec
from engine.game import Game
from engine.registry import GAMES
from nabu.audit.models import AuditEntry
from nabu.dashboards.facts.refresh import refresh
from nabu.dashboards.models import GameFacts
from nabu.lab.models import Experiment
from nabu.matches.models import Objection, Seat, Table, Verification
from nabu.players.models import Player, User
from nabu.practice.demo import load
from nabu.practice.demo_plans import PLANS, plans_of
from nabu.practice.demo_state import DemoProgress, alone, missing, progress, wanted
from nabu.practice.management.commands import load_demo
from nabu.ratings.models import Rating
from nabu.results.tasks import verify_log
from nabu.tournaments.models import Tournament
from nabu.tournaments.queries import standings
from tests.platform.dashboards.fake_game import register
from tests.platform.scenario import one_transaction

pytestmark = pytest.mark.one_database


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One transaction for the whole file: the demo is loaded once."""
    with one_transaction(django_db_blocker):
        yield


@pytest.fixture(autouse=True)
def taken_back(db: None) -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def verify_all() -> None:
    for verification in Verification.objects.exclude(status="done"):
        verify_log(verification.pk)


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """The games as they were afterwards, in their order."""
    before = dict(GAMES)
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture(scope="module", autouse=True)
def short_seasons() -> Iterator[None]:
    """The tournaments that are there for the statistics, with two tables and one round: they say the same here."""
    stages = (StageSpec("swiss", {"table_size": 4, "rounds": 1}),)
    plans = [
        replace(plan, people=8, rounds=(1,), stages=stages) if plan.people else plan for plan in PLANS["babylonia"]
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLANS, "babylonia", tuple(plans))
        yield


def only(*games: Game) -> None:
    """Know these games for one test and no other."""
    GAMES.clear()
    GAMES.update({game.key: game for game in games})


@pytest.fixture
def few_plans(short_seasons: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Babylonia alone, with its quickest tournaments."""
    only(GAMES["babylonia"])
    plans = PLANS["babylonia"]
    monkeypatch.setitem(PLANS, "babylonia", (plans[0], *(plan for plan in plans if plan.people)))


@pytest.fixture(scope="module")
def loaded(db: None, short_seasons: None) -> str:
    """What the command said. The worker has verified all logs."""
    said = StringIO()
    call_command("load_demo", stdout=said)
    verify_all()
    return said.getvalue()


@pytest.mark.usefixtures("few_plans")
def test_a_public_site_gets_the_demo_only_by_force(settings: object, capsys: pytest.CaptureFixture[str]) -> None:
    """The first test, while nothing is loaded."""
    settings.DEBUG = settings.LOCAL = False  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="--force"):
        call_command("load_demo")
    assert not User.objects.exists()
    assert wanted()
    call_command("load_demo", "--force")
    assert "demo-demo-demo" not in capsys.readouterr().out
    assert not User.objects.get(username="demo").check_password("demo-demo-demo")


@pytest.mark.usefixtures("few_plans")
def test_an_interrupted_demo_is_completed_by_the_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    plans, played = plans_of(GAMES["babylonia"]), list[str]()
    seen: list[DemoProgress | None] = []

    def ends(*arguments: Any) -> Tournament:
        seen.append(progress())
        if len(played) == 2:
            load(*arguments)
            raise KeyboardInterrupt
        played.append(arguments[-1].name)
        return load(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(load_demo, "load", ends)
        with pytest.raises(KeyboardInterrupt):
            call_command("load_demo")
    assert seen == [DemoProgress(done, len(plans)) for done in range(3)]
    assert progress() is None
    assert list(Tournament.objects.order_by("pk").values_list("name", flat=True)) == played
    assert not Experiment.objects.exists()
    assert wanted()
    call_command("load_demo")
    assert list(Tournament.objects.order_by("pk").values_list("name", flat=True)) == [plan.name for plan in plans]
    assert Experiment.objects.count() == 1
    assert User.objects.count() == 5
    assert not wanted()


def test_the_home_page_says_how_far_the_demo_is() -> None:
    total = sum(len(plans_of(game)) for game in GAMES.values())
    said, visitor = f"The demo tournaments are being played: 0 of {total}", Client()
    assert said not in visitor.get("/").content.decode()
    with alone():
        page = visitor.get("/").content.decode()
        assert said in page
        assert "No game is verified yet." in page
        fragment = visitor.get("/?demo=1", headers={"HX-Request": "true"})
        assert said in fragment.content.decode()
        assert "<html" not in fragment.content.decode()
        with pytest.raises(CommandError, match="already being played"):
            call_command("load_demo")
    assert said not in visitor.get("/").content.decode()
    assert visitor.get("/?demo=1", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_every_game_has_tournaments_whose_games_are_proven(loaded: str) -> None:
    assert loaded.count("demo-demo-demo") == 5
    assert set(Verification.objects.values_list("verdict", flat=True)) == {"verified"}
    for game in GAMES.values():
        tournaments = Tournament.objects.filter(game=game.key)
        assert [t.name for t in tournaments.order_by("pk")] == [plan.name for plan in plans_of(game)]
        assert all(f"{t.name} ({game.title})" in loaded for t in tournaments)
        assert tournaments.filter(status="finished").exists()
        proven = Table.objects.filter(round__stage__tournament__in=tournaments, log__isnull=False)
        assert proven.count() >= 15
        assert all(t.approved_at for t in tournaments.filter(status="finished"))
        sizes = {Seat.objects.filter(table=table).count() for table in proven}
        assert sizes == set(game.player_counts)
        assert proven.filter(log__game_facts__isnull=False).count() == proven.count()
        for tournament in tournaments:
            refresh(game, tournament)
        page = Client().get(f"/dashboards/{game.key}/").content.decode()
        assert f"{proven.count()} verified games" in page


def test_babylonia_has_finished_tournaments_and_a_running_one(loaded: str) -> None:
    finished, running, groups, busy, season, two_ways = Tournament.objects.filter(game="babylonia").order_by("pk")
    assert running.status == "running"
    assert all(each.approved_at for each in (finished, groups, busy, season, two_ways)), "their ratings count"
    dealt = Table.objects.filter(round__stage__tournament=two_ways).values_list("variant__ruleset", flat=True)
    assert set(dealt) == {"base", "seven_of_nine"}
    question = Experiment.objects.get(game="babylonia")
    assert [arm.ruleset for arm in question.arms.all()] == ["base", "seven_of_nine"]
    assert {entry.status for entry in busy.entries.all()} == {"active", "dropped"}
    assert sorted(penalty.kind for penalty in busy.penalties.all()) == ["points", "warning"]
    late = busy.stages.get().stage_entries.get(since=2)
    assert late.entry.player.name == "Kiri"
    assert Seat.objects.filter(entry__tournament=busy, absent=True).count() == 1
    assert not finished.stages.filter(rounds__tables__basis="report").exists()
    last = Table.objects.filter(round__stage__tournament=running).order_by("-round__number")
    assert sorted(table.status for table in last[:3]) == ["confirmed", "confirmed", "open"]
    demo = User.objects.get(username="demo")
    assert last.get(status="open").seats.filter(entry__player__user=demo).exists()
    assert standings(finished)[0].place == 1
    rated = Rating.objects.filter(game="babylonia").exclude(player__name__contains=" of ")
    assert rated.count() == 11, "who only played in the running one has none"
    [objection] = Objection.objects.filter(answer="")
    assert objection.table in last[:3]
    assert GameFacts.objects.filter(log__submissions=objection.submission).count() == 1


def test_loading_again_adds_nothing(loaded: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not wanted()
    count = (Player.objects.count(), Tournament.objects.count(), Table.objects.count(), AuditEntry.objects.count())
    call_command("load_demo")
    output = capsys.readouterr().out
    assert "already loaded" in output
    assert "password" not in output
    again = (Player.objects.count(), Tournament.objects.count(), Table.objects.count(), AuditEntry.objects.count())
    assert again == count


def test_an_old_site_gets_the_tournament_of_a_game_without_an_entry(
    loaded: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    people = set(Player.objects.values_list("name", flat=True))
    fake = register(monkeypatch)
    assert wanted()
    assert [(game.key, plan.name) for game, plan in missing()] == [("fake", "The fake game league")]
    call_command("load_demo")
    output = capsys.readouterr().out
    assert "loaded: The fake game league (The fake game)" in output
    assert "password" not in output
    verify_all()
    league = Tournament.objects.get(game=fake.key)
    assert league.status == "finished"
    proven = Table.objects.filter(round__stage__tournament=league, log__isnull=False)
    assert {table.seats.count() for table in proven} == {2, 3, 4}
    assert not wanted()
    assert set(Player.objects.values_list("name", flat=True)) == people


def test_a_site_of_its_own_does_not_get_the_demo_by_itself(loaded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Tournament.objects.update(name="Our own tournament")
    register(monkeypatch)
    assert not wanted()
