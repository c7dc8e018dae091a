"""A tournament that its players leave: it pairs no round that cannot be, and it can always be ended."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Restriction, Round, Stage, Tournament
from nabu.contests.tournaments.page_queries import tournaments_with_stages
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.draft import swap_seats
from nabu.contests.tournaments.rounds.next_step import NextStep, next_step
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.stages import finish_stage, finish_tournament, reopen_tournament
from nabu.core.errors import Refused
from tests.platform.scenario import Event, make_event, seats

pytestmark = pytest.mark.django_db


def leave(event: Event, left: int) -> None:
    for entry in event.tournament.entries.order_by("seed")[left:]:
        drop_entry(event.organiser, entry)


def step(event: Event) -> NextStep:
    found = next_step(tournaments_with_stages().get(pk=event.tournament.pk))
    assert found is not None
    return found


@pytest.mark.parametrize(("key", "left"), [("swiss", 0), ("round_robin", 1), ("single_elimination", 1)])
def test_before_the_first_round_the_next_step_is_the_end(key: str, left: int) -> None:
    event = make_event(3, stages=[StageSpec(key)])
    leave(event, left)
    with pytest.raises(Refused, match="not enough players|at least two players|No players are left"):
        pair_round(event.organiser, event.tournament)
    assert not Round.objects.exists()
    assert step(event).address == reverse("tournaments:finish", args=[event.tournament.pk])
    finish_tournament(event.organiser, event.tournament)
    assert event.refresh().status == Tournament.Status.FINISHED


def test_a_stage_that_nobody_can_follow_ends_the_tournament(client: Client) -> None:
    event = make_event(
        4,
        stages=[
            StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 2}),
            StageSpec("single_elimination"),
        ],
    )
    for table in event.pair().tables.all():
        rule_result(event.organiser, table, Ruling([10, 11]))
    leave(event, 2)
    with pytest.raises(Refused, match="Finish the earlier stages first"):
        finish_tournament(event.organiser, event.tournament)
    drop_entry(event.organiser, event.tournament.entries.get(seed=2))
    with pytest.raises(Refused, match="at least two players"):
        finish_stage(event.organiser, event.tournament.stages.get(position=1))
    assert step(event).address == reverse("tournaments:finish", args=[event.tournament.pk])
    finish_tournament(event.organiser, event.tournament)
    states = event.tournament.stages.order_by("position").values_list("status", flat=True)
    assert list(states) == [Stage.Status.FINISHED, Stage.Status.PENDING]
    for page in ("detail", "standings", "bracket"):
        assert client.get(reverse(f"tournaments:{page}", args=[event.tournament.pk])).status_code == 200
    reopen_tournament(event.organiser, event.tournament)
    assert list(states.all()) == [Stage.Status.RUNNING, Stage.Status.PENDING]


def test_two_who_never_meet_get_no_round_of_byes() -> None:
    event = make_event(3, table_size=2)
    leave(event, 2)
    one, other = event.tournament.entries.order_by("seed")[:2]
    add_restriction(event.organiser, event.tournament, one, other, Restriction.Kind.FORBIDDEN)
    with pytest.raises(Refused, match="never paired together"):
        pair_round(event.organiser, event.tournament)


@pytest.mark.parametrize("key", ["round_robin", "single_elimination"])
def test_a_draft_that_everybody_has_left_is_shown_and_can_be_changed(key: str, client: Client) -> None:
    event = make_event(4, stages=[StageSpec(key)])
    draft = pair_round(event.organiser, event.tournament)
    leave(event, 0)
    assert check_round(draft).is_serious
    first, *_others = Table.objects.filter(round=draft)
    swap_seats(event.organiser, *seats(first)[:2])
    client.force_login(event.organiser)
    assert client.get(reverse("tournaments:round", args=[draft.pk])).status_code == 200


def test_a_stage_that_ended_early_stays_as_it_is_when_a_finalist_leaves(client: Client) -> None:
    event = make_event(4, stages=[StageSpec("round_robin", {"advance": 2}), StageSpec("single_elimination")])
    for table in event.pair().tables.all():
        rule_result(event.organiser, table, Ruling([10, 11]))
    stage = event.tournament.stages.get(position=1)
    finish_stage(event.organiser, stage)
    event.pair()

    def shown() -> list[bytes]:
        return [
            client.get(reverse("tournaments:cross_table_csv", args=[stage.pk])).content,
            repr([(row.entry.pk, row.place, row.points, row.tie_breaks) for row in standings(stage)]).encode(),
        ]

    stage.refresh_from_db()
    before = shown()
    drop_entry(event.organiser, standings(stage)[0].entry)
    assert shown() == before
