"""Stand-ins on pages, prints and in the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Entry, Round
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.scenario import Event, enter_account, make_event

pytestmark = pytest.mark.django_db

SignIn = Callable[[User], Client]


@pytest.fixture
def event() -> Event:
    return make_event(7, stages=[StageSpec("swiss", {"rounds": 3, "late_points": "chosen"})])


def played(event: Event) -> Round:
    round_ = event.pair()
    for table in round_.tables.all():
        places = list(range(1, table.seats.count() + 1))
        rule_result(event.organiser, table, Ruling([90 - place for place in places], places))
    return round_


def test_a_director_adds_a_stand_in_and_themself(event: Event, sign_in: SignIn) -> None:
    client = sign_in(event.organiser)
    page = client.get(reverse("tournaments:entries", args=[event.tournament.pk])).content.decode()
    assert "Add stand-in" in page
    client.post(reverse("tournaments:stand_in_add", args=[event.tournament.pk]), {"stand_in-name": "Spare"})
    client.post(reverse("tournaments:stand_in_self", args=[event.tournament.pk]))
    assert event.tournament.entries.filter(stand_in=True).count() == 2
    page = client.get(reverse("tournaments:entries", args=[event.tournament.pk])).content.decode()
    assert "7 players" in page
    assert "Stand in myself" not in page
    again = client.post(reverse("tournaments:stand_in_add", args=[event.tournament.pk]), {"stand_in-name": "Spare"})
    assert 'value="Spare"' in again.content.decode(), "what was typed is kept with the refusal"


def test_no_bracket_offers_stand_ins(sign_in: SignIn) -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {})])
    client = sign_in(event.organiser)
    assert "Add stand-in" not in client.get(reverse("tournaments:entries", args=[event.tournament.pk])).content.decode()


def test_the_seat_is_marked_wherever_it_is_shown(event: Event, sign_in: SignIn) -> None:
    [spare] = add_entries_by_name(event.organiser, event.tournament, ["Spare"], stand_in=True)
    round_ = played(event)
    table = round_.tables.get(seats__entry=spare)
    visitor, director = Client(), sign_in(event.organiser)
    for address in (
        reverse("tournaments:round", args=[round_.pk]),
        reverse("table:page", args=[table.pk]),
        reverse("tournaments:entries", args=[event.tournament.pk]),
        reverse("tournaments:projector", args=[event.tournament.pk]),
        reverse("tournaments:follow_player", args=[event.tournament.pk, spare.player_id]),
        *(reverse("tournaments:print_round", args=[round_.pk, what]) for what in ("tables", "names", "slips")),
    ):
        assert "stand-in" in director.get(address).content.decode(), address
    for address in ("standings", "cross_table"):
        of = event.tournament.pk if address == "standings" else event.tournament.stages.get().pk
        page = visitor.get(reverse(f"tournaments:{address}", args=[of])).content.decode()
        assert "Spare" not in page, address
    stage = event.tournament.stages.get()
    neighbour = table.seats.exclude(entry=spare)[0].entry_id
    page = visitor.get(reverse("tournaments:breakdown", args=[stage.pk, neighbour])).content.decode()
    assert "with a stand-in, who does not count" in page
    seats = visitor.get(f"/api/v1/tables/{table.pk}/").json()["seats"]
    assert [seat["stand_in"] for seat in seats] == [False, False, False, True]
    entries = visitor.get(f"/api/v1/tournaments/{event.tournament.pk}/entries/").json()["results"]
    assert [entry["stand_in"] for entry in entries] == [False] * 7 + [True]
    everything = visitor.get(f"/api/v1/tournaments/{event.tournament.pk}/export/").json()
    assert [player["stand_in"] for player in everything["players"]] == [0] * 7 + [1]


def test_pages_of_somebody_who_stands_in(event: Event, sign_in: SignIn) -> None:
    """Who is in no standings has a page, an own table and a home page all the same."""
    spare = enter_account(event.organiser, event.tournament, event.organiser)
    Entry.objects.filter(pk=spare.pk).update(stand_in=True)
    spare.stage_entries.all().delete()
    client = sign_in(event.organiser)
    round_ = played(event)
    for address in (
        reverse("home"),
        reverse("tournaments:detail", args=[event.tournament.pk]),
        reverse("tournaments:round", args=[round_.pk]),
        reverse("tournaments:standings", args=[event.tournament.pk]),
        reverse("tournaments:entry", args=[spare.pk]),
        reverse("tournaments:follow_player", args=[event.tournament.pk, spare.player_id]),
        reverse("players:detail", args=[spare.player_id]),
    ):
        assert client.get(address).status_code == 200, address


def test_a_draft_is_filled_by_hand(event: Event, sign_in: SignIn) -> None:
    draft = pair_round(event.organiser, event.tournament)
    [spare] = add_entries_by_name(event.organiser, event.tournament, ["Spare"], stand_in=True)
    client = sign_in(event.organiser)
    assert "Seat stand-in" in client.get(reverse("tournaments:round", args=[draft.pk])).content.decode()
    small = next(table for table in draft.tables.all() if table.seats.count() == 3)
    body = {"stand_in-entry": spare.pk, "stand_in-table": small.pk}
    client.post(reverse("tournaments:round_stand_in", args=[draft.pk]), body)
    seat = spare.seats.get()
    assert seat.table == small
    page = client.get(reverse("tournaments:round", args=[draft.pk])).content.decode()
    assert "Take Spare off the table" in page
    assert "Seat stand-in" not in page
    client.post(reverse("tournaments:stand_in_off", args=[seat.pk]))
    assert not spare.seats.exists()


def test_points_for_missed_rounds_are_chosen_on_the_page_of_the_entry(event: Event, sign_in: SignIn) -> None:
    played(event)
    client = sign_in(event.organiser)
    answer = client.post(reverse("tournaments:add_names", args=[event.tournament.pk]), {"names": "Late"}, follow=True)
    assert "Points for missed rounds: chosen for each player" in answer.content.decode()
    late = event.tournament.entries.get(player__name="Late")
    page = client.get(reverse("tournaments:entry", args=[late.pk])).content.decode()
    assert "1 round missed" in page
    client.post(reverse("tournaments:entry_late_points", args=[late.pk]), {"points": "2.5"})
    assert client.get(f"/api/v1/entries/{late.pk}/").json()["late_points"] == "2.50"
    wrong = client.post(reverse("tournaments:entry_late_points", args=[late.pk]), {"points": "-3"})
    assert 'value="-3"' in wrong.content.decode()
    cross = client.get(reverse("tournaments:cross_table", args=[event.tournament.stages.get().pk])).content.decode()
    assert "late" in cross
