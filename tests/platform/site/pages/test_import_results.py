"""A table of results becomes a tournament that goes on here."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.scenario import Event, approved, make_event

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]

FOUR = """\
Round;Table;Player;Club;Score
1;1;Ana;Ur;85
;;Bo;;90
;;Cem;;90
;;Di;;absent
1;2;Ea;;61
;;Fe;;60
;;Gil;;59
2;1;Bo;;50
;;Ea;;60
;;Ana;;70
;2;Cem;;40
;;Fe;;41
;;Gil;;39
;;Di;;38
"""
TWO = "Round,Table,Player,Place\n1,1,Ana,1\n1,1,Bo,2\n1,2,Cem,\n2,1,Cem,\n2,1,Ana,\n2,bye,Bo,\n"


def confirm(client: Client, event: Event, text: str, what: str = "rounds") -> object:
    return client.post(reverse("tournaments:import_confirm", args=[event.tournament.pk]), {"text": text, "what": what})


def shown(client: Client, event: Event, text: str) -> str:
    address = reverse("tournaments:import_preview", args=[event.tournament.pk])
    return client.post(address, {"text": text}).content.decode()


def points(event: Event) -> dict[str, Decimal]:
    return {row.entry.player.name: row.points for row in standings(event.tournament)}


@pytest.mark.parametrize("key", ["swiss", "league"])
def test_tables_of_three_and_four_are_played_after(sign_in: SignIn, key: str) -> None:
    """6-4-2-0 and 6-3-0 by hand: Bo and Cem share 6 and 4; who is absent has nothing."""
    event = make_event(0, stages=[StageSpec(key, {"table_size": 4, "rounds": 3})], start=False)
    client = sign_in(event.organiser)
    html = shown(client, event, FOUR)
    assert "The results table has 2 rounds." in html
    assert "Import players, rounds and results" in html
    assert "3. Ana (85) · 1. Bo (90) · 1. Cem (90) · Di (absent)" in html
    confirm(client, event, FOUR)
    assert event.refresh().status == Tournament.Status.RUNNING
    assert points(event) == {
        "Bo": Decimal(5) + 0,
        "Cem": Decimal(5) + 4,
        "Ana": Decimal(2) + 6,
        "Di": Decimal(0),
        "Ea": Decimal(6) + 3,
        "Fe": Decimal(3) + 6,
        "Gil": Decimal(0) + 2,
    }
    assert event.tournament.entries.get(player__name="Ana").club == "Ur"
    first = Table.objects.get(round__number=1, number=1)
    assert [(seat.score, seat.place, seat.absent) for seat in first.seats.all()] == [
        (85, 3, False),
        (90, 1, False),
        (90, 1, False),
        (None, 4, True),
    ]
    stage = event.tournament.stages.get()
    assert [round_.status for round_ in stage.rounds.all()] == ["finished", "finished"]
    assert AuditEntry.objects.filter(action="rounds.imported").count() == 1
    page = client.get(reverse("tournaments:round", args=[stage.rounds.first().pk])).content.decode()
    assert "Imported from a results table." in page
    assert pair_round(event.organiser, stage).number == 3


def test_the_results_that_are_downloaded_here_come_in_again(sign_in: SignIn) -> None:
    event = make_event(0, stages=[StageSpec("swiss", {"table_size": 4, "rounds": 3})], start=False)
    client = sign_in(event.organiser)
    confirm(client, event, FOUR)
    address = reverse("tournaments:export_csv", args=[event.tournament.pk, "results"])
    results = client.get(address).content.decode("utf-8-sig")
    copy = make_event(0, stages=[StageSpec("swiss", {"table_size": 4, "rounds": 3})], start=False, prefix="copy")
    confirm(sign_in(copy.organiser), copy, results)
    assert points(copy) == points(event)
    again = sign_in(copy.organiser).get(reverse("tournaments:export_csv", args=[copy.tournament.pk, "results"]))
    seats = [[row.split(",")[at] for at in (1, 2, 5, 6, 8, 9, 10, 11)] for row in results.splitlines()]
    same = [
        [row.split(",")[at] for at in (1, 2, 5, 6, 8, 9, 10, 11)]
        for row in again.content.decode("utf-8-sig").splitlines()
    ]
    assert same == seats


def test_a_requested_bye_stays_one_from_download_to_import(sign_in: SignIn) -> None:
    """Ana's bye gives the 6 points of a win, Cem's, who asked for it, the 2 that this stage gives for one."""
    spec = StageSpec("swiss", {"table_size": 2, "rounds": 3, "rest_points": 2})
    text = "Round,Table,Player,Place,Requested\n1,1,Ana,1,\n1,1,Bo,2,\n1,2,Cem,,1\n2,1,Cem,1,\n2,1,Bo,2,\n2,2,Ana,,\n"
    worth = {"Ana": Decimal(12), "Bo": Decimal(0), "Cem": Decimal(8)}
    for prefix in ("event", "copy"):
        event = make_event(0, stages=[spec], start=False, prefix=prefix)
        client = sign_in(event.organiser)
        html = shown(client, event, text)
        assert "Cem: requested bye" in html
        assert "Ana: bye" in html
        confirm(client, event, text)
        assert points(event) == worth
        address = reverse("tournaments:export_csv", args=[event.tournament.pk, "results"])
        text = client.get(address).content.decode("utf-8-sig")


def test_an_open_last_round_goes_on_here(sign_in: SignIn) -> None:
    event = make_event(0, table_size=2, rounds=3, start=False)
    confirm(sign_in(event.organiser), event, TWO)
    assert [round_.status for round_ in event.tournament.stages.get().rounds.all()] == ["finished", "published"]
    assert points(event) == {"Ana": Decimal(6), "Bo": Decimal(6), "Cem": Decimal(6)}


def test_where_rounds_do_not_fit_only_the_players_come_in(sign_in: SignIn) -> None:
    event = make_event(1, table_size=2, rounds=3, start=False)
    client = sign_in(event.organiser)
    html = shown(client, event, TWO)
    assert "Its rounds can only be imported into a draft without players" in html
    assert "rounds and results</button>" not in html
    confirm(client, event, TWO, "all")
    assert event.tournament.entries.count() == 4
    bracket = make_event(0, stages=[StageSpec("single_elimination")], start=False, prefix="other")
    html = str(confirm(sign_in(bracket.organiser), bracket, TWO).content.decode())  # type: ignore[attr-defined]
    assert "Rounds can only be imported if the first stage is a Swiss or a league" in html
    assert not bracket.tournament.entries.exists()


def test_tables_that_are_too_large_and_rounds_too_many_are_refused(sign_in: SignIn) -> None:
    event = make_event(0, table_size=2, rounds=1, start=False)
    client = sign_in(event.organiser)
    assert "table 1 of round 1 has 4 players. Allowed here: 2." in shown(client, event, FOUR)
    html = confirm(client, event, TWO).content.decode()  # type: ignore[attr-defined]
    assert "The file has 2 rounds and the stage only 1." in html
    assert not event.tournament.entries.exists()


def test_a_wrong_row_is_corrected_in_the_preview(sign_in: SignIn) -> None:
    event = make_event(0, table_size=2, rounds=3, start=False)
    client = sign_in(event.organiser)
    html = shown(client, event, TWO.replace("Bo,2", "Bo,9"))
    assert "Row 3: the place 9 is not between 1 and 4." in html
    assert "valid rows" not in html, "the others alone are no results"
    fields = {"row-3-round": "1", "row-3-table": "1", "row-3-name": "Bo", "row-3-place": "2"}
    address = reverse("tournaments:import_confirm", args=[event.tournament.pk])
    client.post(address, {"text": TWO.replace("Bo,2", "Bo,9"), "what": "rounds", **fields})
    assert points(event)["Ana"] == Decimal(6)


def test_the_api_imports_results_too(sign_in: SignIn) -> None:
    event = make_event(0, table_size=2, rounds=3, start=False)
    address = f"/api/v1/tournaments/{event.tournament.pk}/import/"
    answer = sign_in(event.organiser).post(address, {"text": TWO, "rows": "rounds"}, "application/json")
    assert answer.status_code == 201
    assert [entry["player"]["name"] for entry in answer.json()["entries"]] == ["Ana", "Bo", "Cem"]
    assert event.refresh().status == Tournament.Status.RUNNING


def test_imported_games_without_scores_are_rated(sign_in: SignIn) -> None:
    event = make_event(0, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 3})], start=False)
    confirm(sign_in(event.organiser), event, "Round,Table,Player,Place\n1,1,Ana,1\n1,1,Bo,2\n1,2,Cem,1\n1,2,Di,1\n")
    assert set(Table.objects.values_list("status", "basis")) == {("confirmed", "ruling")}
    assert rate_tournament(approved(event).tournament) == 2
