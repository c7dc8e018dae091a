"""Practice events: made-up events of any format and size end properly, and count for nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from competition.formats import StageSpec
from competition.plans import PLANS
from engine.message import Message
from engine.registry import GAMES, get_game
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.practice import job as practice_job
from nabu.contests.practice import services
from nabu.contests.practice.forms import PracticeForm
from nabu.contests.practice.job import ask_for_everything, ask_for_round
from nabu.contests.practice.made_up_event import MadeUpEvent, Trouble
from nabu.contests.practice.made_up_people import made_up_names
from nabu.contests.practice.plans import fitted_stages
from nabu.contests.practice.services import copy_to_practice_event, create_practice_event, delete_practice_event
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.jobs import cancel_job
from nabu.contests.tournaments.models import Prize, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of, rounds_planned, standings, tables_of, visible_tournaments
from nabu.contests.tournaments.rounds import pairing
from nabu.contests.tournaments.rounds.pairing import Prepared, pair_round, prepare
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, start_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.people.profiles.players.queries import listed_players
from nabu.statistics.dashboards.facts.refresh import refresh, store_of
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress
from tests.platform.scenario import account, make_event
from tests.profiles import LONG, examples

pytestmark = pytest.mark.django_db

PLAN_KEYS = [plan.key for plan in PLANS]
WILD = Trouble(logs=0.2, no_shows=0.15, late_entries=0.7, drops=0.6, disputes=0.15, corrections=0.6)


PAUSES = (0.0, 0.0)

MOST_PLAYERS = 24 if LONG else 12
"""Of an event of any kind: what a round costs grows with its tables."""


def made_up(owner: User, players: int = 9, plan: str = "swiss_final", lot: str = "test", **more: object) -> Tournament:
    game = GAMES["babylonia"]
    stages = more.pop("stages", None) or fitted_stages(plan, game, players)
    spec = TournamentSpec(
        name="Practice",
        game=game.key,
        ruleset=game.rulesets[0],
        components=game.component_sets[0],
        stages=stages,
        **more,
    )
    return create_practice_event(owner, spec, players, draw_seed=lot)


def check_sizes(tournament: Tournament) -> None:
    """Tables have the declared size or less, and a number of players that the game knows."""
    for stage in tournament.stages.all():
        _fmt, config = format_of(stage)
        largest = getattr(config, "table_size", 2)
        for table in tables_of(stage):
            size = len(table.seats)
            assert size <= largest
            assert size == 1 if table.is_bye else size in get_game(tournament.game).player_counts


def check_byes(tournament: Tournament) -> None:
    """In a stage where everybody plays every round nobody has a second bye while another has none."""
    for stage in tournament.stages.filter(format__in=["swiss", "league"]):
        had: Counter[int] = Counter()
        members = {member.entry_id: member.since for member in StageEntry.objects.filter(stage=stage)}
        for number in range(1, stage.rounds.count() + 1):
            tables = [table for table in tables_of(stage) if table.round == number]
            seated = {seat.competitor for table in tables for seat in table.seats}
            for table in tables:
                if table.is_bye and not table.requested:
                    entry = table.seats[0].competitor
                    # Who came late missed rounds and is no candidate for a bye before the others.
                    others = [each for each in seated if each != entry and members[each] == 1]
                    assert not had[entry] or all(had[each] for each in others), (number, entry)
            for table in tables:
                if table.is_bye:
                    had[table.seats[0].competitor] += 1


def check_ranking(tournament: Tournament) -> None:
    """Everybody who played stands in the final ranking once, and the places begin with the first."""
    rows = standings(tournament)
    ranked = [row.entry.pk for row in rows]
    members = set(StageEntry.objects.filter(stage__tournament=tournament).values_list("entry_id", flat=True))
    assert len(ranked) == len(set(ranked))
    assert set(ranked) == members
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert rows[0].place == 1


class AnyEvent(TestCase):
    """Events of every format and size, with everything that goes wrong on a day."""

    @examples(5)
    @given(plan=st.sampled_from(PLAN_KEYS), players=st.integers(2, MOST_PLAYERS), lot=st.integers(0, 10_000))
    def test_an_event_with_all_kinds_of_trouble_ends_properly(self, plan: str, players: int, lot: int) -> None:
        if plan == "round_robin":
            players = min(players, 9)
        owner = account(f"owner{lot}-{plan}-{players}")
        tournament = made_up(owner, players, plan, str(lot))
        event = MadeUpEvent(owner, tournament, WILD)
        event.play()
        tournament.refresh_from_db()
        assert tournament.status == "finished"
        assert not Table.objects.filter(round__stage__tournament=tournament).exclude(status="confirmed").exists()
        assert as_bytes(rebuilt_state(tournament.pk)) == as_bytes(state_of(tournament.pk))
        check_ranking(tournament)
        check_sizes(tournament)
        check_byes(tournament)


def test_the_same_lot_makes_the_same_event() -> None:
    results = []
    for name in ("ada", "bea"):
        owner = account(name)
        tournament = made_up(owner, 5, lot="same")
        MadeUpEvent(owner, tournament, WILD).play()
        results.append([(row.place, row.entry.player.name, row.points) for row in standings(tournament)])
    assert results[0] == results[1]


@pytest.mark.parametrize("stage", [StageSpec("swiss", {"table_size": 2, "rounds": 5}), StageSpec("double_elimination")])
def test_verdicts_that_come_while_a_round_is_paired_do_not_end_the_event(
    owner: User, stage: StageSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They change the tournament, so the round is paired again: five rounds for five players, and a final."""
    tries: Counter[int] = Counter()

    def with_a_verdict(of: Stage, number: int, again: bool = False) -> Prepared:
        prepared = prepare(of, number, again)
        tries[number] += 1
        if tries[number] <= 2 + len(PAUSES):
            audit(None, "log.applied", of.tournament, tournament=of.tournament)
        return prepared

    monkeypatch.setattr(pairing, "prepare", with_a_verdict)
    monkeypatch.setattr(pairing, "PAUSES", PAUSES)
    tournament = made_up(owner, 5, stages=[stage])
    event = MadeUpEvent(owner, tournament, Trouble(logs=0))
    event.play()
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert event.happened["rounds"] == rounds_planned(tournament.stages.get())
    assert set(tries.values()) == {3 + len(PAUSES)}


def test_names_are_enough_for_the_largest_tournament() -> None:
    names = made_up_names(1100)
    assert len(set(names)) == 1100
    assert made_up_names(3, names[:2]) == names[2:5]


@pytest.fixture
def owner() -> User:
    return account("owner")


def test_only_those_with_a_role_see_a_practice_event(owner: User, client: Client) -> None:
    tournament = made_up(owner, 4)
    MadeUpEvent(owner, tournament, Trouble(logs=0)).play(1)
    stranger = account("stranger")
    assert tournament in visible_tournaments(owner)
    assert tournament not in visible_tournaments(stranger)
    table = Table.objects.filter(round__stage__tournament=tournament)[0]
    for name, pk in (("tournaments:detail", tournament.pk), ("tournaments:standings", tournament.pk)):
        assert client.get(reverse(name, args=[pk])).status_code == 404
    assert client.get(reverse("table:page", args=[table.pk])).status_code == 404
    for name in ("home", "tournaments:list"):
        assert "Practice" not in client.get(reverse(name)).content.decode()
    client.force_login(owner)
    assert "Your practice events" in client.get(reverse("tournaments:list")).content.decode()


def test_it_counts_for_nothing(owner: User, client: Client) -> None:
    tournament = made_up(owner, 4)
    MadeUpEvent(owner, tournament, Trouble(logs=0.99)).play()
    with pytest.raises(Refused, match="Practice events are not rated"):
        approve_tournament(owner, tournament)
    assert Table.objects.filter(round__stage__tournament=tournament, log__isnull=False).exists()
    assert list(listed_players(owner).values_list("name", flat=True)) == ["Owner"]
    refresh(GAMES["babylonia"], tournament)
    assert store_of(GAMES["babylonia"]).games().empty
    assert "of Assur" not in client.get(reverse("home")).content.decode()


def test_made_up_players_are_not_taken_for_real_ones(owner: User) -> None:
    made = made_up(owner, 4)
    name = made.entries.get(seed=1).player.name
    real = make_event(2, organiser=owner, start=False)
    entry = add_entries_by_name(owner, real.tournament, [name])[0]
    assert entry.player != made.entries.get(seed=1).player
    again = made_up(owner, 4)
    assert {e.player_id for e in again.entries.all()} == {e.player_id for e in made.entries.all()}


def test_it_is_deleted_with_its_logs_and_its_people(owner: User) -> None:
    tournament = made_up(owner, 5)
    MadeUpEvent(owner, tournament, Trouble(logs=0.99, late_entries=1)).play(2)
    assert GameLog.objects.exists()
    stranger = account("stranger")
    with pytest.raises(NotAllowed):
        delete_practice_event(stranger, tournament)
    delete_practice_event(owner, tournament)
    assert not Tournament.objects.exists()
    assert not GameLog.objects.exists()
    assert set(Player.objects.values_list("name", flat=True)) == {"Owner", "Stranger"}
    real = make_event(2, organiser=owner).tournament
    with pytest.raises(Refused, match="not a practice event"):
        delete_practice_event(owner, real)


def test_it_is_deleted_a_round_at_a_time_and_what_is_left_can_be_deleted(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one takes seconds, in which nobody else could save anything."""
    tournament, left = made_up(owner, 4), []
    MadeUpEvent(owner, tournament).play(3)
    delete_round = services._delete_round

    def cut_off(actor: User, round_: Round, of: Tournament) -> None:
        delete_round(actor, round_, of)
        left.append(Round.objects.count())
        if len(left) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(services, "_delete_round", cut_off)
    with pytest.raises(KeyboardInterrupt):
        delete_practice_event(owner, tournament)
    assert left == [2, 1]
    delete_practice_event(owner, tournament)
    assert not Tournament.objects.exists()
    assert not GameLog.objects.exists()


def test_a_draft_is_rehearsed_with_its_stages_and_prizes(owner: User) -> None:
    stages = [
        StageSpec("swiss", {"table_size": 4, "rounds": 2, "advance": 4}),
        StageSpec("single_elimination", {"table_size": 4}),
    ]
    draft = make_event(7, organiser=owner, stages=stages, start=False).tournament
    Prize.objects.create(tournament=draft, position=1, title="Cup")
    made = copy_to_practice_event(owner, draft)
    assert made.practice
    assert made.name == "Practice: Spring in Ur"
    assert made.entries.count() == 7
    assert [stage.config for stage in made.stages.all()] == [stage.config for stage in draft.stages.all()]
    assert made.prizes.get().title == "Cup"
    assert not made.entries.filter(player__user__isnull=False).exists()
    assert as_bytes(rebuilt_state(made.pk)) == as_bytes(state_of(made.pk))


def test_bots_play_the_round_and_leave_the_rest_to_the_director(owner: User) -> None:
    tournament = made_up(owner)
    start_tournament(owner, tournament)
    with pytest.raises(Refused, match="no published round"):
        ask_for_round(owner, tournament)
    round_ = publish_round(owner, pair_round(owner, tournament))
    job = ask_for_round(owner, tournament)
    running.run(job.pk, "task")
    job.refresh_from_db()
    round_.refresh_from_db()
    assert (job.status, round_.status) == ("done", "finished")
    assert Round.objects.count() == 1
    with pytest.raises(Refused, match="Bots play in practice events only"):
        ask_for_round(owner, make_event(2, organiser=owner).tournament)


def test_a_worker_runs_it_to_the_end_in_several_tasks(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = made_up(owner, 4)
    job = ask_for_everything(owner, tournament)
    monkeypatch.setattr(practice_job, "ONE_TASK", 0)
    running.run(job.pk, "first")
    job.refresh_from_db()
    assert job.status == "queued", "the rest is for the next task"
    monkeypatch.undo()
    running.run(job.pk, "second")
    job.refresh_from_db()
    tournament.refresh_from_db()
    assert (job.status, tournament.status) == ("done", "finished")


def test_it_can_be_called_off_and_what_was_played_stays(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = made_up(owner)
    job = ask_for_everything(owner, tournament)
    monkeypatch.setattr(practice_job, "PROGRESS_SECONDS", 0)
    step = Progress.step

    def step_and_cancel(progress: Progress, done: int, total: int, message: Message) -> None:
        step(progress, done, total, message)
        if done == 2:
            cancel_job(owner, job)

    monkeypatch.setattr(Progress, "step", step_and_cancel)
    running.run(job.pk, "task")
    job.refresh_from_db()
    assert job.status == "cancelled"
    assert "are kept" in job.text
    assert Table.objects.filter(round__stage__tournament=tournament, status="confirmed").count() >= 2


def test_bots_are_offered_a_round_when_one_is_open(owner: User, client: Client) -> None:
    tournament = made_up(owner)
    start_tournament(owner, tournament)
    client.force_login(owner)
    address, offered = reverse("tournaments:detail", args=[tournament.pk]), "Bots play the open round"
    draft = pair_round(owner, tournament)
    assert offered not in client.get(address).content.decode()
    publish_round(owner, draft)
    assert offered in client.get(address).content.decode()


def test_the_pages_lead_through_a_practice_event(owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get(reverse("tournaments:practice")).content.decode()
    assert "Create practice event" in page
    answer = client.post(
        reverse("tournaments:practice"), {"game": "amyitis", "plan": "pods", "players": 9}, follow=True
    )
    tournament = Tournament.objects.get()
    assert "made-up players" in answer.content.decode()
    client.post(reverse("tournaments:start", args=[tournament.pk]))
    client.post(reverse("tournaments:practice_play", args=[tournament.pk]), {"what": "everything"})
    assert Job.objects.get(kind="simulate").payload["to_the_end"] == 1
    client.post(reverse("tournaments:practice_delete", args=[tournament.pk]))
    assert not Tournament.objects.exists()


def test_the_command_makes_up_an_event(owner: User, capsys: pytest.CaptureFixture[str]) -> None:
    chain = ["--stage", "swiss:table_size=4,rounds=2,advance=4", "--stage", "single_elimination:table_size=4"]
    call_command(
        "simulate_event", "--owner=owner", "--players=9", "--late-entries=1", "--verify-here", "--logs=0.5", *chain
    )
    output = capsys.readouterr().out
    tournament = Tournament.objects.get()
    assert tournament.practice
    assert tournament.status == "finished"
    assert f"/tournaments/{tournament.pk}/" in output
    assert "rounds: 3" in output
    assert Seat.objects.filter(entry__tournament=tournament, table__log__isnull=False).exists()
    assert AuditEntry.objects.filter(tournament=tournament).exists()


def test_as_many_players_as_the_help_says(owner: User, capsys: pytest.CaptureFixture[str]) -> None:
    """The help, the command, the page and the service know one number."""
    with pytest.raises(SystemExit):
        call_command("simulate_event", "--help")
    assert f"number of players, 2 to {MOST_ENTRIES}" in " ".join(capsys.readouterr().out.split())
    for players in ("1", str(MOST_ENTRIES + 1), "four"):
        with pytest.raises(CommandError, match=f"is not a number from 2 to {MOST_ENTRIES}"):
            call_command("simulate_event", "--owner=owner", f"--players={players}")
    with pytest.raises(Refused, match=f"has 2 to {MOST_ENTRIES} players"):
        made_up(owner, 1)
    words = {"game": "amyitis", "plan": "swiss"}
    assert PracticeForm(words | {"players": 2}).is_valid()
    assert "players" in PracticeForm(words | {"players": 1}).errors


def test_the_command_stops_where_it_should(owner: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate_event", "--owner=owner", "--players=9", "--stop-after=1", "--logs=0")
    assert [round_.status for round_ in Round.objects.all()] == ["finished"]
    with pytest.raises(CommandError, match="Unknown account"):
        call_command("simulate_event", "--owner=nobody")
