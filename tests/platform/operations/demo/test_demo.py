"""The demo: loaded once, shown with everything a visitor should see, for every game that is registered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from competition.formats import StageSpec
from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import LogSubmission, Objection, Seat, Table, Verification
from nabu.contests.practice import bot_games
from nabu.contests.practice.bot_games import bot_game
from nabu.contests.ratings.models import Rating
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Penalty, Round, Stage, Tournament
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.registration.queries import open_for_registration
from nabu.contests.tournaments.rounds import pairing
from nabu.contests.tournaments.rounds.pairing import Changed
from nabu.operations.demo import loading, plans
from nabu.operations.demo.loading import complete
from nabu.operations.demo.management.commands import load_demo
from nabu.operations.demo.plans import MORE, PLANS, Plan, plans_of
from nabu.operations.demo.state import DemoProgress, alone, begun, missing, progress, wanted
from nabu.statistics.dashboards.facts.refresh import refresh
from nabu.statistics.dashboards.models import GameFacts
from nabu.statistics.lab.models import Experiment
from tests.platform.scenario import one_transaction
from tests.platform.statistics.dashboards.fake_game import register
from tests.profiles import LONG


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
    """In the short profile all games of what is being played, and of other tournaments the first one at each size of
    table: the rest is verified in the same way."""
    seen = set()
    for verification in Verification.objects.exclude(status="done").order_by("pk"):
        table = verification.log.submissions.get().table
        assert table is not None
        tournament = table.round.stage.tournament
        kind = tournament.pk, table.seats.count()
        if LONG or tournament.status == Tournament.Status.RUNNING or kind not in seen:
            verify_log(verification.pk)
        seen.add(kind)


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """The games as they were afterwards, in their order."""
    before = dict(GAMES)
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture(scope="module", autouse=True)
def short_seasons() -> Iterator[None]:
    """The tournaments that are there for the statistics, with two tables and one round: they say the same here. And so
    do others with fewer rounds and smaller groups, but in the long profile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLANS, "babylonia", tuple(map(shortened, PLANS["babylonia"])))
        for game, more in MORE.items():
            patch.setitem(MORE, game, tuple(shortened(plan) if plan.people else plan for plan in more))
        if not LONG:
            patch.setattr(plans, "LEAGUE_ROUNDS", 1)
        yield


def shortened(plan: Plan) -> Plan:
    """The same with as few games as show what it shows."""
    first, *others = plan.stages
    if plan.people:
        return replace(plan, people=8, rounds=(1,), stages=(StageSpec("swiss", {"table_size": 4, "rounds": 1}),))
    if LONG or plan.open or plan.announced:
        return plan
    if first.format == "round_robin":
        return replace(plan, guests=4, rounds=(3, *plan.rounds[1:]))
    rounds = 3 if plan.busy else 1
    fewer = replace(first, config={**first.config, "rounds": rounds})
    return replace(plan, stages=(fewer, *others), rounds=(rounds, *plan.rounds[1:]))


def only(*games: Game) -> None:
    """Know these games for one test and no other."""
    GAMES.clear()
    GAMES.update({game.key: game for game in games})


@pytest.fixture
def few_plans(short_seasons: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Babylonia alone, with its quickest tournaments."""
    only(GAMES["babylonia"])
    monkeypatch.setitem(PLANS, "babylonia", tuple(plan for plan in PLANS["babylonia"] if plan.people))


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


@pytest.fixture
def telling_plans(short_seasons: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Babylonia alone, with two stages, an open round, and a day with surprises, all of them short. Returns the
    names."""
    only(GAMES["babylonia"])
    two_rounds = (StageSpec("swiss", {"table_size": 4, "rounds": 2}),)
    plans = [
        replace(plan, stages=two_rounds, rounds=(2,)) if plan.busy else plan if plan.open else replace(plan, guests=3)
        for plan in PLANS["babylonia"]
        if plan.open or plan.busy or plan.name == "Winter duels"
    ]
    monkeypatch.setitem(PLANS, "babylonia", tuple(plans))
    return [plan.name for plan in plans]


@pytest.fixture
def one_plan(telling_plans: list[str], monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Only the one with an open round."""
    [plan] = [plan for plan in PLANS["babylonia"] if plan.open]
    monkeypatch.setitem(PLANS, "babylonia", (plan,))
    return plan


def everything() -> list[object]:
    """What the demo has made, without numbers and times that another run of it has otherwise."""
    return [
        *Tournament.objects.order_by("pk").values_list("name", "status", "being_played", "approved_by__username"),
        *Seat.objects.order_by(
            "table__round__stage__tournament__name",
            "table__round__stage__position",
            "table__round__number",
            "table__number",
            "position",
        ).values_list(
            *("table__round__stage__tournament__name", "table__round__number", "table__number", "table__status"),
            *("entry__player__name", "entry__status", "absent", "score", "place"),
        ),
        *sorted(LogSubmission.objects.values_list("log__sha256", "table__round__stage__tournament__name")),
        *AuditEntry.objects.order_by("action").values_list("action").annotate(Count("pk")),
        *sorted(Penalty.objects.values_list("entry__player__name", "kind")),
        Experiment.objects.count(),
        User.objects.count(),
    ]


def test_a_demo_that_is_cut_off_again_and_again_ends_as_one_that_never_was(
    telling_plans: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is cut off: every step of it is once the one at which it ends."""
    with transaction.atomic():
        call_command("load_demo", stdout=StringIO())
        whole = everything()
        transaction.set_rollback(True)
    steps, cut = 0, []

    def cut_off(step: Callable[..., Any]) -> Callable[..., Any]:
        def stepping(*args: Any, **kwargs: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps % 5 == 0:
                cut.append(step.__name__)
                raise KeyboardInterrupt
            return step(*args, **kwargs)

        return stepping

    for name in ("rule_result", "submit_log", "pair_round", "publish_round", "forfeit_seats", "start_tournament"):
        monkeypatch.setattr(loading, name, cut_off(getattr(loading, name)))
    for name in ("drop_entry", "finish_stage", "finish_tournament", "approve_tournament"):
        monkeypatch.setattr(loading, name, cut_off(getattr(loading, name)))
    monkeypatch.setattr(load_demo, "start_experiment", cut_off(load_demo.start_experiment))
    monkeypatch.setattr(load_demo, "complete", cut_off(load_demo.complete))
    starts = count()
    while wanted():
        assert next(starts) < 100
        with suppress(KeyboardInterrupt):
            call_command("load_demo", stdout=StringIO())
    assert {"rule_result", "submit_log", "pair_round", "publish_round"} <= set(cut)
    assert everything() == whole
    assert progress() is None


def test_verdicts_that_come_in_while_a_round_is_paired_only_delay_it(
    one_plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a fast machine the bots are faster than the worker: three of eleven tournaments once stayed half played."""
    pair_round, interrupted = loading.pair_round, count()

    def pair(organiser: User, stage: Stage) -> Round:
        if next(interrupted) % 8 < 7:
            raise Changed
        return pair_round(organiser, stage)

    monkeypatch.setattr(loading, "pair_round", pair)
    out = StringIO()
    call_command("load_demo", stdout=out)
    assert "not complete" not in out.getvalue()
    assert not Tournament.objects.filter(being_played=True).exists()


def test_an_event_that_is_being_played_says_so_and_holds_nobody_up(
    one_plan: Plan, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """No transaction is open while a bot thinks, nor while a round is paired: whoever wants to save something then,
    can."""
    seen: list[DemoProgress | None] = []
    outside, computed = len(connection.savepoint_ids), []

    def looked_at(organiser: User, tournament: Tournament) -> None:
        seen.append(progress())
        for address in ("/tournaments/", f"/tournaments/{tournament.pk}/"):
            assert "demo in progress" in client.get(address).content.decode()
        assert client.get(f"/api/v1/tournaments/{tournament.pk}/").json()["being_played"] is True
        assert begun(GAMES["babylonia"], one_plan) == tournament
        complete(organiser, tournament)
        assert "demo in progress" not in client.get(f"/tournaments/{tournament.pk}/").content.decode()

    def watched(compute: Callable[..., Any]) -> Callable[..., Any]:
        def computing(*args: Any, **kwargs: Any) -> Any:
            computed.append(len(connection.savepoint_ids))
            return compute(*args, **kwargs)

        return computing

    monkeypatch.setattr(load_demo, "complete", looked_at)
    monkeypatch.setattr(bot_games, "compute", watched(bot_games.compute))
    monkeypatch.setattr(pairing, "_computed", watched(pairing._computed))
    call_command("load_demo", stdout=StringIO())
    assert seen == [DemoProgress(0, 1)]
    assert progress() is None
    assert len(computed) > 10
    assert set(computed) == {outside}


def test_who_is_faster_than_the_bots_keeps_the_result(one_plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody signs in as the organiser and types a result in while the bots play that game."""
    typed: list[Table] = []

    def meanwhile(table: Table, *arguments: Any) -> Any:
        played = bot_game(table, *arguments)
        if not typed:
            order = [*range(1, len(played.scores) + 1)]
            rule_result(User.objects.get(username="demo"), table, Ruling([*reversed(order)], order))
            typed.append(table)
        return played

    monkeypatch.setattr(loading, "bot_game", meanwhile)
    call_command("load_demo", stdout=StringIO())
    assert not wanted()
    assert list(typed[0].seats.order_by("position").values_list("score", flat=True))[-2:] == [2, 1]


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
    assert set(Verification.objects.filter(status="done").values_list("verdict", flat=True)) == {"verified"}
    for game in GAMES.values():
        tournaments = Tournament.objects.filter(game=game.key)
        assert [t.name for t in tournaments.order_by("pk")] == [plan.name for plan in plans_of(game)]
        assert all(f"{t.name} ({game.title})" in loaded for t in tournaments)
        assert tournaments.filter(status="finished").exists()
        proven = Table.objects.filter(round__stage__tournament__in=tournaments, log__isnull=False)
        sent = LogSubmission.objects.filter(table__round__stage__tournament__in=tournaments)
        assert sent.count() >= (15 if LONG else 7)
        assert not LONG or proven.count() >= 15
        assert all(t.approved_at for t in tournaments.filter(status="finished"))
        sizes = {Seat.objects.filter(table=table).count() for table in proven}
        assert sizes == set(game.player_counts)
        assert proven.filter(log__game_facts__isnull=False).count() == proven.count()
        for tournament in tournaments:
            refresh(game, tournament)
        page = Client().get(f"/dashboards/{game.key}/").content.decode()
        assert f"{proven.count()} verified games" in page


def test_babylonia_has_finished_tournaments_and_a_running_one(loaded: str) -> None:
    finished, running, groups, busy, announced, season, two_ways = Tournament.objects.filter(game="babylonia").order_by(
        "pk"
    )
    assert running.status == "running"
    assert announced.status == "draft"
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


def test_announced_events_are_open_for_registration(loaded: str) -> None:
    """The home page of a new site has dates to show."""
    announced = {plan.name: plan for game in GAMES.values() for plan in plans_of(game) if plan.announced}
    found = open_for_registration()
    assert {tournament.name for tournament in found} == set(announced)
    home = Client().get("/").content.decode()
    for tournament in found:
        plan = announced[tournament.name]
        assert tournament.status == Tournament.Status.DRAFT
        assert tournament.starts_on == timezone.localdate() + timedelta(days=plan.announced)
        assert tournament.club is not None
        assert 0 < tournament.entries.count() < (plan.capacity or 0)
        assert tournament.name in home


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
