"""What a tournament is set up with, what is fixed at the start, and what may still change."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest
from django.test import Client

from competition.formats import FORMATS, StageSpec, check_chain
from competition.invalid_config import InvalidConfig
from competition.plans import PLANS, plan_stages, plans_for
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.clubs.rated_status import grant_status
from nabu.contests.clubs.services import create_club
from nabu.contests.results import services as matches
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.prizes.services import set_prizes
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.roles.services import give_role
from nabu.contests.tournaments.setup.preflight import preflight
from nabu.contests.tournaments.setup.services import redraw_lot, start_tournament, update_tournament
from nabu.contests.tournaments.setup.tie_breaks import change_tie_breaks, moved_by
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.core.sentences import sentence
from tests.platform.scenario import account, make_event

SIZES = (2, 3, 4)
ALWAYS: dict[str, Any] = {
    "name": "Uruk Open",
    "description": "Bring water.",
    "place": "At the gate",
    "starts_at": time(10, 30),
    "round_minutes": 50,
    "no_show_minutes": 5,
    "watchable": False,
    "watch_delay": 0,
    "self_drop": False,
}
BEFORE: dict[str, Any] = {
    "self_check_in": False,
    "same_club": "forbidden",
    "share_prizes": False,
    "expected_players": 40,
}


@pytest.mark.django_db
class TestSettings:
    """Settings of a tournament."""

    def test_a_draft_changes_in_everything_and_the_entry_says_what(self) -> None:
        event = make_event(3, start=False)
        update_tournament(event.organiser, event.tournament, **ALWAYS, **BEFORE)
        tournament = event.refresh()
        assert {name: getattr(tournament, name) for name in ALWAYS | BEFORE} == ALWAYS | BEFORE
        entry = AuditEntry.objects.filter(action="tournament.changed").latest("pk")
        assert entry.before
        assert entry.after
        changed = {name for name in entry.after if entry.before[name] != entry.after[name]}
        assert changed == ALWAYS.keys() | BEFORE.keys()

    @pytest.mark.parametrize("name", sorted(ALWAYS))
    def test_after_the_start_these_change(self, name: str) -> None:
        event = make_event(3)
        update_tournament(event.organiser, event.tournament, **{name: ALWAYS[name]})
        assert getattr(event.refresh(), name) == ALWAYS[name]

    def test_its_owner_gives_it_to_a_club_at_any_time(self) -> None:
        """So that the season table of a club also has the evening that nobody had thought of."""
        event = make_event(2, table_size=2)
        club = create_club(event.organiser, "Players of Ur")
        give_role(event.organiser, event.tournament, account("helper").username, "director")
        with pytest.raises(NotAllowed):
            update_tournament(User.objects.get(username="helper"), event.tournament, club=club)
        matches.rule_result(event.organiser, event.pair().tables.get(), Ruling([40, 30]))
        finish_tournament(event.organiser, event.tournament)
        update_tournament(event.organiser, event.tournament, club=club)
        assert event.refresh().club == club
        undo(event.organiser, AuditEntry.objects.filter(action="tournament.changed").latest("pk"))
        assert event.refresh().club is None

    def test_a_rated_tournament_keeps_the_club_that_it_is_rated_by(self) -> None:
        owner = account("owner")
        club = create_club(owner, "Players of Ur")
        grant_status(account("staff", is_staff=True), club=club, reason="A club of the league.")
        event = make_event(2, table_size=2, start=False, organiser=owner)
        update_tournament(owner, event.tournament, club=club, rated=True)
        start_tournament(owner, event.tournament)
        with pytest.raises(Refused, match="rated status"):
            update_tournament(owner, event.tournament, club=None)
        assert event.refresh().club == club

    @pytest.mark.parametrize("name", [*sorted(BEFORE), "stages", "ruleset"])
    def test_after_the_start_these_are_fixed(self, name: str) -> None:
        event = make_event(3)
        with pytest.raises(Refused, match="After the start"):
            update_tournament(event.organiser, event.tournament, **{name: BEFORE.get(name)})

    @pytest.mark.parametrize(
        "fields", [{"place": "x" * 121}, {"round_minutes": 601}, {"no_show_minutes": -1}, {"same_club": "maybe"}]
    )
    def test_what_is_out_of_bounds_is_refused(self, fields: dict[str, Any]) -> None:
        event = make_event(2, table_size=2, start=False)
        with pytest.raises(Refused):
            update_tournament(event.organiser, event.tournament, **fields)

    def test_a_change_of_the_name_leaves_the_stages_alone(self) -> None:
        event = make_event(2, table_size=2, start=False)
        before = event.tournament.stages.get().pk
        update_tournament(event.organiser, event.tournament, name="Other")
        assert event.tournament.stages.get().pk == before

    def test_a_new_lot_is_drawn_before_the_start_only(self) -> None:
        event = make_event(2, table_size=2, start=False)
        before = event.tournament.lot
        drawn = redraw_lot(event.organiser, event.tournament)
        assert drawn == event.refresh().lot != before
        start_tournament(event.organiser, event.tournament)
        with pytest.raises(Refused):
            redraw_lot(event.organiser, event.tournament)

    def test_everybody_sees_how_often_the_seed_was_redrawn(self) -> None:
        """Whoever takes a redraw back has seen both seeds: it counts all the same."""
        event = make_event(2, table_size=2, start=False)
        for _draw in range(3):
            redraw_lot(event.organiser, event.tournament)
        undo(event.organiser, AuditEntry.objects.filter(action="tournament.lot_drawn").latest("pk"))
        start_tournament(event.organiser, event.refresh())
        page = Client().get(f"/tournaments/{event.tournament.pk}/").content.decode()
        assert f"{event.tournament.lot}</code> redrawn 3 times" in page
        for address in ("", "export/tournament.json"):
            base = "/tournaments" if address else "/api/v1/tournaments"
            told = Client().get(f"{base}/{event.tournament.pk}/{address}").json()
            assert told.get("tournament", told)["lot_redraws"] == 3
        untouched = make_event(2, table_size=2, prefix="other").tournament
        assert "never redrawn" in Client().get(f"/tournaments/{untouched.pk}/").content.decode()


@pytest.mark.django_db
class TestTieBreaks:
    """Other tie-breaks after the start."""

    def test_they_change_with_a_reason_and_move_who_is_level(self) -> None:
        """Everybody in a two-player round has 6 or 0 points; by the lot alone the order is another than by seats.

        Two winners of the same round are level; "wins" does not part them, so with ["wins"] they share first place.
        """
        event = make_event(4, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 2, "tie_breaks": ["lot"]})])
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([9, 5]))
        stage = event.tournament.stages.get()
        assert [row.place for row in standings(stage)] == [1, 2, 3, 4]
        assert [(move.before, move.after) for move in moved_by(stage, ["wins"])] == [(2, 1), (4, 3)]
        change_tie_breaks(event.organiser, stage, ["wins"], "The poster said so.")
        stage.refresh_from_db()
        assert [row.place for row in standings(stage)] == [1, 1, 3, 3]
        entry = AuditEntry.objects.latest("pk")
        assert (entry.action, entry.reason) == ("stage.tie_breaks_changed", "The poster said so.")
        undo(event.organiser, entry)
        stage.refresh_from_db()
        assert stage.config["tie_breaks"] == ["lot"]

    def test_what_is_refused(self) -> None:
        event = make_event(4)
        stage = event.tournament.stages.get()
        change = change_tie_breaks
        for keys, reason, words in (
            (["wins"], " ", "reason"),
            (stage.config["tie_breaks"], "why not", "already"),
            (["beauty"], "why not", "Unknown tie-break"),
            (["wins", "wins"], "why not", "twice"),
            (["omw"], "why not", "tables of two only"),
        ):
            with pytest.raises(Refused, match=words):
                change(event.organiser, stage, keys, reason)
        with pytest.raises(NotAllowed):
            change(event.players[0], stage, ["wins"], "I would win")
        matches.rule_result(event.organiser, event.pair().tables.get(), Ruling([4, 3, 2, 1]))
        finish_tournament(event.organiser, event.tournament)
        with pytest.raises(Refused, match="finished"):
            change(event.organiser, stage, ["wins"], "too late")
        cup = make_event(2, stages=[StageSpec("single_elimination")], prefix="cup")
        with pytest.raises(Refused, match="This format has no tie-breaks"):
            change(cup.organiser, cup.tournament.stages.get(), ["wins"], "why not")


@pytest.mark.parametrize("key", ["swiss", "league"])
def test_tie_breaks_for_tables_of_two_are_refused_at_larger_tables(key: str) -> None:
    config = {"tie_breaks": ["omw", "lot"]}
    check_chain([StageSpec(key, config | {"table_size": 2})], SIZES)
    for size in (3, 4):
        with pytest.raises(InvalidConfig, match="tables of two only"):
            check_chain([StageSpec(key, config | {"table_size": size})], SIZES)


def test_every_plan_is_a_chain_that_can_be_played() -> None:
    assert [plan.key for plan in plans_for(SIZES)] == [plan.key for plan in PLANS]
    used = {spec.format for plan in PLANS for spec in plan.stages(SIZES)}
    assert used == set(FORMATS), "every format has a plan that shows it"
    assert all(plan.key != "swiss_cut" for plan in plans_for((3, 4))), "no duels in a game that two cannot play"
    assert plan_stages("nonsense", SIZES) is None


class TestForecast:
    """Before the start."""

    def test_17_players_in_9_rounds_of_4_cannot_avoid_rematches(self) -> None:
        """17 players sit at 4+4+3+3+3: 2*6 + 3*3 = 21 of 136 meetings in a round, so at most 6 rounds."""
        stages = [StageSpec("swiss", {"table_size": 4, "rounds": 9})]
        (stage,) = preflight(stages, 17, SIZES).stages
        rematch = next(concern for concern in stage.concerns if concern.key == "rematch")
        assert rematch.level == "warning"
        assert "17 players in 9 rounds" in sentence(rematch.text)
        assert "at most 6 rounds" in sentence(rematch.text)

    def test_later_stages_are_for_those_who_go_on_and_time_is_added_up(self) -> None:
        stages = [
            StageSpec("swiss", {"table_size": 2, "rounds": 5, "advance": 8}),
            StageSpec("single_elimination", {"table_size": 2}),
        ]
        found = preflight(stages, 20, SIZES, round_minutes=40)
        assert [(stage.players, stage.rounds) for stage in found.stages] == [(20, 5), (8, 3)]
        assert found.minutes == 8 * 40
        assert (found.hours, found.rest) == (5, 20)

    def test_what_cannot_be_played_is_said_and_does_not_fail(self) -> None:
        found = preflight([StageSpec("single_elimination", {"table_size": 4})], 17, SIZES)
        assert found.is_serious
        assert found.stages[0].rounds == 0


@pytest.mark.django_db
def test_who_may_not_organise_sets_nothing_up() -> None:
    event = make_event(2, table_size=2, start=False)
    stranger = account("stranger")
    for forbidden in (
        lambda: redraw_lot(stranger, event.tournament),
        lambda: update_tournament(stranger, event.tournament, name="Mine"),
        lambda: set_prizes(stranger, event.tournament, []),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
