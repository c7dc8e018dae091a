"""Scores that are typed in: impossible ones are refused everywhere, unusual ones are asked about once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from analytics import usual_scores
from nabu.contests.matches.models import Table, UsualScores
from nabu.contests.matches.slips import seat_code, serials, slip_token
from nabu.contests.results import services
from nabu.contests.results.settling.plausibility import count_usual_scores, unusual_scores
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, log_of, make_event, seats, users
from tests.platform.sheets import fields, points_of, sums


def round_of_a_tournament() -> tuple[Event, Table]:
    event = make_event(4, table_size=2)
    return event, event.pair().tables.order_by("number")[0]


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


@pytest.fixture
def usual() -> UsualScores:
    """As if the site had seen many games of two."""
    return UsualScores.objects.create(game="babylonia", players=2, scores=5000, low=40, high=180)


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def scores(prefix: str, *numbers: int) -> dict[str, Any]:
    return {f"{prefix}-score_{position}": number for position, number in enumerate(numbers)}


Enter = Callable[[Client, Event, Table, tuple[int, int], dict[str, Any]], str]


def by_ruling(client: Client, event: Event, table: Table, given: tuple[int, int], more: dict[str, Any]) -> str:
    client.force_login(event.organiser)
    words = scores("ruling", *given) | {f"ruling-{name}": value for name, value in more.items()}
    words |= {"ruling-reason": "As written on the slip."}
    return str(client.post(reverse("table:rule", args=[table.pk]), words, follow=True).content.decode())


def by_report(client: Client, event: Event, table: Table, given: tuple[int, int], more: dict[str, Any]) -> str:
    client.force_login(users(table)[0])
    words = scores("report", *given) | {f"report-{name}": value for name, value in more.items()}
    return str(client.post(reverse("table:report", args=[table.pk]), words, follow=True).content.decode())


def by_slip(client: Client, event: Event, table: Table, given: tuple[int, int], more: dict[str, Any]) -> str:
    serial = serials([table])[table.pk]
    words = scores("report", *given) | {f"report-{name}": value for name, value in more.items()}
    words |= {"do": "report", "report-code": seat_code(seats(table)[0], serial)}
    address = reverse("table:slip", args=[slip_token(table, serial)])
    return str(client.post(address, words, follow=True).content.decode())


@pytest.mark.parametrize("enter", [by_ruling, by_report, by_slip])
class TestEveryForm:
    @each("impossible", [-1, 446, 99_999])
    def test_an_impossible_score_is_refused_with_seat_and_bounds(
        self, enter: Enter, client: Client, event: Event, table: Table, impossible: int
    ) -> None:
        page = enter(client, event, table, (90, impossible), {})
        name = seats(table)[1].entry.player.name
        assert f"Seat 2, {name}: {impossible} points are not possible. The rules allow 0 to 445." in page
        assert "Save anyway" not in page
        assert status(table) == "open"

    def test_an_unusual_score_is_asked_about_once_and_nothing_typed_is_lost(
        self, enter: Enter, client: Client, event: Event, table: Table, usual: UsualScores
    ) -> None:
        page = enter(client, event, table, (310, 40), {})
        assert "A score of 310 is higher than 99.9% of scores in verified 2-player games." in page
        # Once a number is changed, unusual.js takes the question off the button.
        assert re.search(r' data-usual="[A-Z][a-z ]+">Save anyway</button>\s*<script src="\S+unusual\S*\.js"', page)
        assert 'value="310"' in page
        assert status(table) == "open"
        assert "Save anyway" not in enter(client, event, table, (310, 40), {"unusual": "0:310"})
        assert status(table) != "open"

    def test_another_unusual_score_is_asked_about_again(
        self, enter: Enter, client: Client, event: Event, table: Table, usual: UsualScores
    ) -> None:
        page = enter(client, event, table, (310, 39), {"unusual": "0:310"})
        assert "A score of 39 is lower than 99.9% of scores in verified 2-player games." in page
        assert 'value="0:310 1:39"' in page
        assert status(table) == "open"

    def test_a_usual_score_is_not_asked_about(
        self, enter: Enter, client: Client, event: Event, table: Table, usual: UsualScores
    ) -> None:
        enter(client, event, table, (180, 40), {})
        assert status(table) != "open"


def test_a_score_sheet_is_asked_about_by_its_sum(client: Client, table: Table, usual: UsualScores) -> None:
    points = points_of(log_of(table))
    usual.low, usual.high = 0, max(sums(points)) - 1
    usual.save()
    client.force_login(users(table)[0])
    address, words = reverse("table:report_sheet", args=[table.pk]), fields(points, "sheet")
    page = client.post(address, words, follow=True).content.decode()
    assert f"A score of {max(sums(points))} is higher than 99.9% of scores" in page
    seat = sums(points).index(max(sums(points)))
    client.post(address, words | {"sheet-unusual": f"{seat}:{max(sums(points))}"})
    assert status(table) == "reported"


def test_what_another_player_has_reported_is_not_asked_about_again(
    client: Client, event: Event, table: Table, usual: UsualScores
) -> None:
    services.report_result(users(table)[1], table, [310, 50])
    by_report(client, event, table, (310, 50), {})
    assert status(table) == "confirmed"


def test_who_is_absent_does_not_count_as_a_player(client: Client, usual: UsualScores) -> None:
    event = make_event(3, table_size=3)
    table = event.pair().tables.get()
    client.force_login(event.organiser)
    words = scores("ruling", 310, 50) | {"ruling-absent_2": "on"}
    page = client.post(reverse("table:rule", args=[table.pk]), words, follow=True).content.decode()
    assert "A score of 310 is higher than 99.9% of scores in verified 2-player games." in page


class TestApi:
    def test_an_unusual_score_has_a_code_and_a_way_to_confirm_it(self, table: Table, usual: UsualScores) -> None:
        api = APIClient()
        api.force_authenticate(users(table)[0])
        address = f"/api/v1/tables/{table.pk}/report/"
        refused = api.post(address, {"scores": [310, 50]}, format="json")
        assert (refused.status_code, refused.json()["code"]) == (409, "unusual_score")
        assert f"{seats(table)[0].entry.player.name}: A score of 310 is higher than" in refused.json()["detail"]
        done = api.post(address, {"scores": [310, 50], "confirm_unusual": True}, format="json")
        assert done.status_code == 201

    def test_a_ruling_too(self, event: Event, table: Table, usual: UsualScores) -> None:
        api = APIClient()
        api.force_authenticate(event.organiser)
        address = f"/api/v1/tables/{table.pk}/rule/"
        assert api.post(address, {"scores": [310, 50]}, format="json").json()["code"] == "unusual_score"
        body = {"scores": [310, 50], "confirm_unusual": True}
        assert api.post(address, body, format="json").status_code == 200

    def test_an_impossible_score_cannot_be_confirmed(self, table: Table, usual: UsualScores) -> None:
        api = APIClient()
        api.force_authenticate(users(table)[0])
        body = {"scores": [446, 50], "confirm_unusual": True}
        refused = api.post(f"/api/v1/tables/{table.pk}/report/", body, format="json").json()
        assert refused["detail"].startswith(
            f"Seat 1, {seats(table)[0].entry.player.name}: 446 points are not possible."
        )
        assert "code" not in refused


class TestWhereTheFiguresComeFrom:
    def test_bots_stand_in_as_long_as_the_site_has_too_few_games(self, settings: Any, table: Table) -> None:
        settings.USUAL_SCORES_OF_BOTS = True
        [found] = unusual_scores(table, {0: 300, 1: 90})
        assert found.sentence == "A score of 300 is higher than 99.9% of scores in 2-player games between bots."
        assert unusual_scores(table, {0: 120, 1: 90}) == []

    def test_verified_games_are_counted_and_games_of_bots_and_typed_ones_are_not(
        self, event: Event, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(usual_scores, "FEWEST_SCORES", 2)
        other = table.round.tables.exclude(pk=table.pk).get()
        services.rule_result(event.organiser, other, Ruling([5, 4]))
        count_usual_scores()
        assert not UsualScores.objects.exists()
        sent = services.submit_log(event.organiser, log_of(table), table)
        for verification in sent.log.verifications.all():
            verify_log(verification.pk)
        count_usual_scores()
        played = [seat.score for seat in seats(table) if seat.score is not None]
        [row] = UsualScores.objects.all()
        assert (row.game, row.players, row.scores) == ("babylonia", 2, 2)
        assert (row.low, row.high) == (min(played), max(played))
        event.tournament.practice = True
        event.tournament.save()
        count_usual_scores()
        assert not UsualScores.objects.exists()
