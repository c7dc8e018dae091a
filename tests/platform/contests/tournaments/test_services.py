"""A tournament from draft to end: who may do what, in which state, and what is written down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest
from django.utils import timezone

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player
from nabu.accounts.players.services import sign_up
from nabu.contests.matches.models import Seat
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, remove_entry, set_seeds
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.queries import current_stage, qualifiers, standings, visible_rounds, visible_tournaments
from nabu.contests.tournaments.rounds.draft import swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import discard_round, publish_round
from nabu.contests.tournaments.setup.services import (
    TournamentSpec,
    create_tournament,
    delete_draft,
    start_tournament,
    update_tournament,
)
from nabu.contests.tournaments.stages import finish_stage, finish_tournament, reopen_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, account, make_event, names, seats

pytestmark = pytest.mark.django_db

TO_FINAL = [StageSpec("swiss", {"rounds": 2, "advance": 4}), StageSpec("single_elimination", {"table_size": 4})]
TO_FOUR = [StageSpec("single_elimination", {"advance": 4}), StageSpec("swiss")]
GOOD: dict[str, Any] = {
    "name": "Ur Open",
    "game": "babylonia",
    "ruleset": "base",
    "switches": {},
    "components": "babylonia-2019",
    "stages": [StageSpec("swiss")],
}


def decide(event: Event, round_: Round) -> None:
    """The first seat wins everywhere."""
    for table in round_.tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling([60 - seat.position for seat in seats(table)]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "   "}, "needs a name"),
        ({"game": "chess"}, "Unknown game"),
        ({"ruleset": "advanced"}, "not possible"),
        ({"switches": {"nonsense": 1}}, "not possible"),
        ({"components": "babylonia-1789"}, "no component set"),
        ({"stages": []}, "at least one stage"),
        ({"stages": [StageSpec("swiss", {"rounds": 99})]}, "between 1 and 30"),
    ],
)
def test_what_the_engine_or_a_format_does_not_know_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        create_tournament(account("ana"), TournamentSpec(**(GOOD | change)))
    assert not Tournament.objects.exists()


@pytest.mark.both_databases
def test_stage_settings_are_stored_in_full() -> None:
    tournament = create_tournament(account("ana"), TournamentSpec(**GOOD))
    assert tournament.stages.get().config["points"] == {"2": [6, 0], "3": [6, 3, 0], "4": [6, 4, 2, 0]}


def test_a_draft_is_seen_by_its_organiser_and_staff_only() -> None:
    event = make_event(4, start=False)
    seen = {
        user.username: list(visible_tournaments(user)) == [event.tournament]
        for user in (event.organiser, event.players[0], account("other"), account("boss", is_staff=True))
    }
    assert seen == {event.organiser.username: True, "player1": False, "other": False, "boss": True}
    start_tournament(event.organiser, event.tournament)
    assert list(visible_tournaments(account("visitor"))) == [event.tournament]


@pytest.mark.both_databases
def test_names_of_an_organiser_are_the_same_players_again() -> None:
    ana = account("ana")
    first = create_tournament(ana, TournamentSpec(**GOOD))
    add_entries_by_name(ana, first, ["Cleo", " Dan  Dare ", ""])
    second = create_tournament(ana, TournamentSpec(**GOOD))
    entries = add_entries_by_name(ana, second, ["Dan Dare", "Eve"])
    assert list(first.entries.values_list("player__name", "seed")) == [("Cleo", 1), ("Dan Dare", 2)]
    assert entries[0].player == first.entries.get(seed=2).player
    other = create_tournament(account("bo"), TournamentSpec(**GOOD))
    add_entries_by_name(account("staff", is_staff=True), other, ["Dan Dare"])
    assert other.entries.get().player != entries[0].player


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("wanted", "message"),
    [(["Cleo", "Cleo"], "more than once"), (["Player 1"], "Already in the tournament"), (["x" * 81], "80")],
)
def test_names_are_entered_all_or_none(wanted: list[str], message: str) -> None:
    event = make_event(2, start=False)
    with pytest.raises(Refused, match=message):
        add_entries_by_name(event.organiser, event.tournament, ["New", *wanted])
    assert event.tournament.entries.count() == 2
    assert not Player.objects.filter(name="New").exists()
    with pytest.raises(Refused, match="at least one"):
        add_entries_by_name(event.organiser, event.tournament, ["  "])


@pytest.mark.both_databases
def test_seeds_follow_the_order_and_close_up() -> None:
    event = make_event(4, start=False)
    order = list(event.tournament.entries.order_by("-seed").values_list("pk", flat=True))
    set_seeds(event.organiser, event.tournament, order)
    assert list(event.tournament.entries.order_by("seed").values_list("pk", flat=True)) == order
    remove_entry(event.organiser, Entry.objects.get(pk=order[1]))
    assert list(event.tournament.entries.order_by("seed").values_list("pk", "seed")) == [
        (order[0], 1), (order[2], 2), (order[3], 3)
    ]  # fmt: skip
    with pytest.raises(Refused, match="changed meanwhile"):
        set_seeds(event.organiser, event.tournament, order)


@pytest.mark.both_databases
def test_after_the_start_entries_and_rules_are_fixed() -> None:
    event = make_event(4)
    entry = event.tournament.entries.all()[0]
    refused: list[Callable[[], object]] = [
        lambda: remove_entry(event.organiser, entry),
        lambda: set_seeds(event.organiser, event.tournament, []),
        lambda: update_tournament(event.organiser, event.tournament, ruleset="seven_of_nine"),
        lambda: delete_draft(event.organiser, event.tournament),
        lambda: start_tournament(event.organiser, event.tournament),
    ]
    for action in refused:
        with pytest.raises(Refused):
            action()
    update_tournament(event.organiser, event.tournament, name="Autumn in Ur", description="Bring tea.")
    assert event.refresh().name == "Autumn in Ur"


def test_a_tournament_needs_enough_players_to_start() -> None:
    event = make_event(3, stages=TO_FINAL, start=False)
    with pytest.raises(Refused, match="4 players should advance, but the field has only 3"):
        start_tournament(event.organiser, event.tournament)
    full = make_event(4, stages=TO_FOUR, start=False, prefix="full")
    with pytest.raises(Refused, match="This knockout ends with 4 players left, so more than 4 must play in it, not 4"):
        start_tournament(full.organiser, full.tournament)
    alone = make_event(1, start=False, prefix="lonely")
    with pytest.raises(Refused, match="not enough players"):
        start_tournament(alone.organiser, alone.tournament)


@pytest.mark.both_databases
def test_an_update_of_a_draft_replaces_its_stages() -> None:
    event = make_event(4, start=False)
    update_tournament(event.organiser, event.tournament, stages=TO_FINAL, switches={})
    assert list(event.tournament.stages.values_list("position", "format")) == [(1, "swiss"), (2, "single_elimination")]
    with pytest.raises(Refused):
        update_tournament(event.organiser, event.tournament, components="none")
    assert event.refresh().components == "babylonia-2019"


@pytest.mark.both_databases
def test_rounds_follow_each_other() -> None:
    event = make_event(5, table_size=2, rounds=2)
    draft = pair_round(event.organiser, event.tournament)
    assert draft.status == Round.Status.DRAFT
    assert all(table.reason for table in draft.tables.all())
    assert not visible_rounds(event.players[0], draft.stage).exists()
    with pytest.raises(Refused, match="still a draft"):
        pair_round(event.organiser, event.tournament)
    publish_round(event.organiser, draft)
    with pytest.raises(Refused, match="This round is already published"):
        publish_round(event.organiser, draft)
    with pytest.raises(Refused, match="2 tables of round 1 have no confirmed result yet"):
        pair_round(event.organiser, event.tournament)
    decide(event, draft)
    decide(event, event.pair())
    with pytest.raises(Refused, match="All rounds"):
        pair_round(event.organiser, event.tournament)


@pytest.mark.both_databases
def test_swapping_seats_of_a_draft_explains_the_new_tables() -> None:
    event = make_event(8)
    draft = pair_round(event.organiser, event.tournament)
    one, two = draft.tables.order_by("number")
    first, other = seats(one)[0], seats(two)[1]
    swap_seats(event.organiser, first, other)
    assert names(one)[0] == other.entry.player.name
    assert names(two)[1] == first.entry.player.name
    inside = seats(one)
    swap_seats(event.organiser, inside[1], inside[3])
    assert names(one)[3] == inside[1].entry.player.name
    publish_round(event.organiser, draft)
    with pytest.raises(Refused, match="Only a draft can be changed"):
        swap_seats(event.organiser, *Seat.objects.filter(table=one)[:2])


@pytest.mark.both_databases
def test_a_published_round_is_discarded_only_while_nothing_happened() -> None:
    event = make_event(4)
    round_ = event.pair()
    discard_round(event.organiser, round_)
    round_ = event.pair()
    assert round_.number == 1
    table = round_.tables.get()
    matches.report_result(event.players[0], table, [1, 2, 3, 4])
    with pytest.raises(Refused, match="Results, logs or photos were already sent for this"):
        discard_round(event.organiser, round_)


@pytest.mark.both_databases
def test_who_drops_is_not_paired_and_may_come_back() -> None:
    event = make_event(5, table_size=4, rounds=4)
    decide(event, event.pair())
    entry = event.tournament.entries.get(player=event.players[0].player)
    drop_entry(event.organiser, entry)
    with pytest.raises(Refused, match="already dropped"):
        drop_entry(event.organiser, entry)
    second = event.pair()
    assert not Seat.objects.filter(table__round=second, entry=entry).exists()
    decide(event, second)
    reinstate_entry(event.organiser, entry)
    assert Seat.objects.filter(table__round=event.pair(), entry=entry).exists()
    assert len(standings(event.tournament)) == 5


@pytest.mark.both_databases
def test_swiss_then_a_final_table() -> None:
    event = make_event(9, stages=TO_FINAL)
    for _number in range(2):
        decide(event, event.pair())
    swiss, final = event.tournament.stages.order_by("position")
    best = [row.entry for row in standings(swiss)]
    drop_entry(event.organiser, best[1])
    finish_stage(event.organiser, swiss)
    final.refresh_from_db()
    assert final.status == Stage.Status.RUNNING
    assert current_stage(event.tournament) == final
    assert [m.entry for m in final.stage_entries.order_by("seed")] == [best[0], best[2], best[3], best[4]]
    last = event.pair()
    table = last.tables.get()
    matches.rule_result(event.organiser, table, Ruling([50, 60, 70, 80]))
    finish_tournament(event.organiser, event.tournament)
    rows = standings(event.tournament)
    assert [row.entry for row in rows[:4]] == [seat.entry for seat in reversed(seats(table))]
    assert [row.place for row in rows] == list(range(1, 10))
    assert [row.stage for row in rows] == [final] * 4 + [swiss] * 5
    with pytest.raises(Refused, match="finished"):
        pair_round(event.organiser, event.refresh())


@pytest.mark.parametrize(
    ("following", "second"),
    [("single_elimination", [8, 7, 10, 9, 12, 11]), ("double_elimination", [8, 7, 11, 12, 9, 10])],
)
def test_members_of_a_group_are_kept_apart_in_the_bracket_that_follows(following: str, second: list[int]) -> None:
    """Six groups of two; in a double elimination the losers' bracket counts too."""
    groups = StageSpec("round_robin", {"groups": 6, "advance": 12, "tie_breaks": ["seed"]})
    event = make_event(12, stages=[groups, StageSpec(following)])
    stage = event.tournament.stages.get(position=1)
    seeds = dict(stage.stage_entries.values_list("entry_id", "seed"))
    assert [seeds[entry] for entry in qualifiers(stage)] == [1, 2, 3, 4, 5, 6, *second]


@pytest.mark.both_databases
def test_standings_after_a_round_do_not_know_who_left_later() -> None:
    """The last seed wins two games of three and leaves: after round 1 there is one win, not a game that never was."""
    event = make_event(4, stages=[StageSpec("round_robin")])
    stage = event.tournament.stages.get()
    leaver = stage.stage_entries.get(seed=4).entry
    for _number in range(2):
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([50 + 10 * (s.entry == leaver) for s in seats(table)]))
    drop_entry(event.organiser, leaver)
    event.pair()
    points = {after: {row.entry: row.points for row in standings(stage, after)}[leaver] for after in (1, 2, None)}
    assert points == {1: 1, 2: 2, None: 2}
    assert {row.entry: row.wins for row in standings(stage)}[stage.stage_entries.get(seed=2).entry] == 2 + 1


@pytest.mark.both_databases
def test_nothing_ends_before_it_is_played() -> None:
    event = make_event(9, stages=TO_FINAL)
    swiss, final = event.tournament.stages.order_by("position")
    with pytest.raises(Refused, match="No round"):
        finish_stage(event.organiser, swiss)
    event.pair()
    with pytest.raises(Refused, match="Round 1 is not finished"):
        finish_stage(event.organiser, swiss)
    with pytest.raises(Refused, match="earlier stages"):
        finish_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="not running"):
        finish_stage(event.organiser, final)
    with pytest.raises(Refused, match="still running. Finish it first"):
        reopen_tournament(event.organiser, event.tournament)


@pytest.mark.both_databases
def test_what_is_for_drafts_only_does_not_come_back_by_reopening() -> None:
    event = make_event(4)
    Tournament.objects.filter(pk=event.tournament.pk).update(status=Tournament.Status.FINISHED)
    with pytest.raises(Refused, match="is finished, so this is no longer possible"):
        delete_draft(event.organiser, event.tournament)


def test_nobody_but_the_organiser_and_staff_changes_a_tournament() -> None:
    event = make_event(8)
    entry = event.tournament.entries.all()[1]
    draft = pair_round(event.organiser, event.tournament)
    table = draft.tables.all()[0]
    stage = draft.stage
    actions: list[Callable[[Any], object]] = [
        lambda user: update_tournament(user, event.tournament, name="Mine"),
        lambda user: delete_draft(user, event.tournament),
        lambda user: add_entries_by_name(user, event.tournament, ["Me"]),
        lambda user: add_entry(user, event.tournament, entry.player),
        lambda user: remove_entry(user, entry),
        lambda user: drop_entry(user, entry),
        lambda user: reinstate_entry(user, entry),
        lambda user: set_seeds(user, event.tournament, []),
        lambda user: start_tournament(user, event.tournament),
        lambda user: pair_round(user, event.tournament),
        lambda user: swap_seats(user, *seats(table)[:2]),
        lambda user: publish_round(user, draft),
        lambda user: discard_round(user, draft),
        lambda user: finish_stage(user, stage),
        lambda user: finish_tournament(user, event.tournament),
        lambda user: reopen_tournament(user, event.tournament),
    ]
    before = AuditEntry.objects.count()
    for user in (event.players[0], account("other_organiser")):
        for action in actions:
            with pytest.raises(NotAllowed):
                action(user)
    assert AuditEntry.objects.count() == before


@pytest.mark.both_databases
def test_a_deleted_draft_leaves_its_trace() -> None:
    event = make_event(4, start=False)
    delete_draft(event.organiser, event.tournament)
    entry = AuditEntry.objects.get(action="tournament.deleted")
    assert (entry.before or {})["name"] == "Spring in Ur"
    assert entry.tournament is None


@pytest.mark.parametrize(
    ("username", "password", "name", "message"),
    [
        ("Player1", "seven tablets of clay", "Ana", "taken"),
        ("ana", "12345678", "Ana", "common|numeric"),
        ("ana", "seven tablets of clay", " ", "needs a name"),
        ("a b", "seven tablets of clay", "Ana", "valid username"),
        ("ana", "seven tablets of clay", "A\x00na", "control"),
    ],
)
def test_signing_up_explains_what_is_wrong(username: str, password: str, name: str, message: str) -> None:
    account("player1")
    with pytest.raises(Refused, match=message):
        sign_up(username, password, name)


@pytest.mark.both_databases
def test_signing_up_makes_a_player() -> None:
    user = sign_up("ana", "seven tablets of clay", "Ana  of Ur")
    assert user.player.name == "Ana of Ur"
    assert user.check_password("seven tablets of clay")


def test_a_start_that_the_clocks_skip_is_refused() -> None:
    event = make_event(0, start=False)
    with timezone.override("Europe/Berlin"):
        with pytest.raises(Refused, match="The clocks go forward"):
            update_tournament(event.organiser, event.tournament, starts_on=date(2027, 3, 28), starts_at=time(2, 30))
        for day in (date(2027, 3, 27), date(2027, 10, 31)):
            update_tournament(event.organiser, event.tournament, starts_on=day, starts_at=time(2, 30))
