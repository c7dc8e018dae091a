"""The history's way back, corrections and approval as a director uses them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import RatedGame
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from tests.platform.scenario import Event, make_event, seats

pytestmark = pytest.mark.usefixtures("db")


def play(event: Event) -> Round:
    """A round in which the first seat wins everywhere."""
    round_ = event.pair()
    for table in round_.tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling([60 - seat.position for seat in seats(table)]))
    return round_


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def event() -> Event:
    return make_event(4, stages=[StageSpec("single_elimination")], rated=True)


def test_the_history_tells_rules_dates_and_amounts_in_the_readers_language(sign_in: Callable[[User], Client]) -> None:
    made = make_event(2, switches={"rack_visibility": "open"}, prefix="racks", start=False)
    changes = {"starts_on": date(2026, 12, 5), "fee": Decimal("7.50"), "fee_currency": "EUR"}
    update_tournament(made.organiser, made.refresh(), **changes)
    client = sign_in(made.organiser)
    address = reverse("tournaments:audit", args=[made.tournament.pk])
    assert "Who sees the racks: everybody" in text(client.get(address))
    german = text(client.get(address, headers={"Accept-Language": "de"}))
    assert "Wer die Ständer sieht: alle" in german
    assert "5. Dezember 2026" in german
    assert "7,50 EUR" in german


def test_a_change_is_taken_back_and_done_again(event: Event, sign_in: Callable[[User], Client]) -> None:
    entry = event.tournament.entries.all()[0]
    drop_entry(event.organiser, entry)
    dropped = AuditEntry.objects.latest("pk")
    client = sign_in(event.organiser)
    assert f'href="{reverse("tournaments:undo", args=[dropped.pk])}"' in text(
        client.get(reverse("tournaments:audit", args=[event.tournament.pk]))
    )
    page = text(client.get(reverse("tournaments:undo", args=[dropped.pk])))
    assert "Undo this change?" in page
    assert '<button type="submit" class="btn btn-primary">Undo change</button>' in page
    client.post(reverse("tournaments:undo_now", args=[dropped.pk]), {"reason": "only late"})
    entry.refresh_from_db()
    assert entry.status == "active"
    undone = AuditEntry.objects.latest("pk")
    history = text(client.get(reverse("tournaments:audit", args=[event.tournament.pk])))
    assert "Undone: Player dropped out" in history
    assert "only late" in history
    assert "entry.dropped" not in history
    client.post(reverse("tournaments:undo_now", args=[undone.pk]), {})
    entry.refresh_from_db()
    assert entry.status == "dropped"


def test_a_result_says_its_round_by_name_and_no_status_that_it_lost(
    event: Event, sign_in: Callable[[User], Client]
) -> None:
    """A ruling keeps the status before it; what is stored after it is the result, without one."""
    play(event)
    page = text(sign_in(event.organiser).get(reverse("tournaments:audit", args=[event.tournament.pk])))
    assert "Semi-finals, table 1" in page
    assert "round 1, table" not in page
    assert "<dt>status</dt><dd><del>open</del> → –" not in page


def test_what_is_built_on_a_change_is_listed_and_goes_with_it(event: Event, sign_in: Callable[[User], Client]) -> None:
    play(event)
    paired = AuditEntry.objects.get(action="round.paired")
    client = sign_in(event.organiser)
    page = text(client.get(reverse("tournaments:undo", args=[paired.pk])))
    assert "Undo 4 changes" in page
    refused = client.post(reverse("tournaments:undo_now", args=[paired.pk]), {})
    assert "Later changes depend on this one" in text(refused)
    client.post(reverse("tournaments:undo_now", args=[paired.pk]), {"since": "1"})
    assert not Round.objects.exists()


def test_a_correction_is_shown_first_and_made_on_approval(event: Event, sign_in: Callable[[User], Client]) -> None:
    """Nothing changes before the director has agreed; then the final is void."""
    first = play(event).tables.get(bracket_slot=0)
    final = play(event).tables.get()
    client = sign_in(event.organiser)
    given = {"ruling-score_0": "10", "ruling-score_1": "90", "ruling-reason": "the slip was misread"}
    page = text(client.post(reverse("table:rule", args=[first.pk]), given))
    assert "Effects of this correction" in page
    assert "Its result is voided" in page
    final.refresh_from_db()
    assert final.status == Table.Status.CONFIRMED
    answer = client.post(reverse("table:rule", args=[first.pk]), given | {"seen": "1"})
    assert answer["Location"] == reverse("table:page", args=[first.pk])
    final.refresh_from_db()
    assert final.status == Table.Status.OPEN
    assert AuditEntry.objects.filter(action="table.corrected", reason="the slip was misread").exists()


def test_the_preview_of_a_correction_costs_as_many_queries_for_any_number_of_players(
    sign_in: Callable[[User], Client],
) -> None:
    counts = []
    for players in (4, 12):
        event = make_event(players, table_size=2, rounds=3, prefix=f"of{players}")
        first = play(event).tables.order_by("number")[0]
        play(event)
        client = sign_in(event.organiser)
        given = {"ruling-score_0": "10", "ruling-score_1": "90", "ruling-reason": "the slip was misread"}
        client.post(reverse("table:rule", args=[first.pk]), given)
        with CaptureQueriesContext(connection) as captured:
            assert "Effects of this correction" in text(client.post(reverse("table:rule", args=[first.pk]), given))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 72, "one correction, and the standings before and after it"


def test_ratings_are_provisional_until_a_director_approves(event: Event, sign_in: Callable[[User], Client]) -> None:
    play(event)
    play(event)
    client = sign_in(event.organiser)
    address = reverse("tournaments:ratings", args=[event.tournament.pk])
    assert "Provisional" in text(client.get(address))
    finish_tournament(event.organiser, event.tournament)
    provisional = client.get(address).context["changes"]
    assert not RatedGame.objects.exists()
    client.post(reverse("tournaments:approve", args=[event.tournament.pk]))
    counted = client.get(address).context["changes"]
    assert [(each.player, each.before, each.after, each.games) for each, _difference in counted] == [
        (each.player, each.before, each.after, each.games) for each, _difference in provisional
    ]
    assert RatedGame.objects.count() == 3
    client.post(reverse("tournaments:withdraw_approval", args=[event.tournament.pk]), {"reason": "a wrong log"})
    assert not RatedGame.objects.exists()
