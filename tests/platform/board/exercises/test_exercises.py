"""The reviewed games with which an account's page of exercises begins: its own and nobody else's."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.board.exercises import queries
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.models import Round, Tournament
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account
from tests.platform.site.pages.conftest import verify_all
from tests.platform.statistics.dashboards.proven import proven_event


def reviewed_event() -> Event:
    """Two rounds of two games of two, all of them reviewed."""
    made = proven_event(players=4, rounds=2, table_size=2, prefix="practising")
    for table in Table.objects.filter(log__isnull=False):
        store_review(table.log)
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(reviewed_event, "event")


def told(user: User | None) -> dict[str, Any]:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse("exercises:games"))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    found: dict[str, Any] = answer.json()
    return found


def games(user: User) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = told(user)["games"]
    return found


def test_a_player_gets_the_own_marked_decisions_of_each_game(event: Event) -> None:
    user = event.players[0]
    found = games(user)
    tables = Table.objects.filter(seats__entry__player__user=user, log__isnull=False).order_by("-confirmed_at", "-pk")
    assert [game["log"] for game in found] == [reverse("table:raw", args=[table.log.sha256]) for table in tables]
    for game, table in zip(found, tables, strict=True):
        review = GameReview.objects.get(log=table.log)
        seat = Seat.objects.get(table=table, entry__player__user=user).position
        own = [each for each in review.decisions if each["seat"] == seat and each.get("mark")]
        assert game["seat"] == seat
        assert game["digest"] == review.summary["digest"]
        assert [each["move"] for each in game["decisions"]] == [each["move"] for each in own] != []
        assert all("continuation" not in each for each in game["decisions"])


def test_nobody_gets_decisions_of_others(event: Event) -> None:
    """There is no address to ask for somebody else's: everybody gets the own ones, strangers and staff none."""
    assert games(account("stranger")) == games(account("boss", is_staff=True)) == []
    visitor = told(None)
    assert visitor["games"] == []
    assert visitor["login"].startswith(reverse("account_login"))
    one, other = (games(user) for user in event.players[:2])
    moves = [{(game["digest"], each["move"]) for game in found for each in game["decisions"]} for found in (one, other)]
    assert moves[0].isdisjoint(moves[1])
    assert Client().get(reverse("exercises:exercises")).status_code == 200


def test_games_that_are_not_public_done_or_of_this_version_are_left_out(event: Event) -> None:
    user = event.players[0]
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    assert games(user) == []
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=False)
    Round.objects.filter(stage__tournament=event.tournament, number=1).update(status=Round.Status.DRAFT)
    assert len(games(user)) == 1
    GameReview.objects.update(status="running")
    assert games(user) == []
    GameReview.objects.update(status="done", reviewer="search-72/0.0.0")
    assert games(user) == []


def test_who_was_absent_has_no_decisions(event: Event) -> None:
    user = event.players[0]
    Seat.objects.filter(entry__player__user=user).update(absent=True)
    assert games(user) == []


def test_a_game_sent_without_a_table_comes_with_the_marks_of_all_seats(event: Event) -> None:
    sender, table = account("sender"), Table.objects.filter(log__isnull=False)[0]
    first, *lines = bytes(table.log.content).splitlines(keepends=True)
    log = submit_log(sender, b"".join([first.replace(b'"chance"', b'"meta":{"place":"home"},"chance"'), *lines])).log
    verify_all()
    review = store_review(log)
    (game,) = games(sender)
    assert game["seat"] is None
    assert game["log"] == reverse("table:raw", args=[log.sha256])
    assert [each["move"] for each in game["decisions"]] == [
        each["move"] for each in review.decisions if each.get("mark")
    ]


def test_more_games_do_not_cost_more_queries(event: Event, django_assert_num_queries: Any) -> None:
    user = event.players[0]
    with django_assert_num_queries(3):
        assert len(queries.reviewed_games_of(user)) == 2
    GameReview.objects.filter(log__table__round__number=1).delete()
    with django_assert_num_queries(3):
        assert len(queries.reviewed_games_of(user)) == 1


def test_only_the_latest_games_come_along(event: Event, monkeypatch: Any) -> None:
    user = event.players[0]
    whole = games(user)
    monkeypatch.setattr(queries, "MOST_GAMES", 1)
    assert games(user) == whole[:1]


def test_the_own_page_of_reviewed_games_leads_here(event: Event) -> None:
    user = event.players[0]
    address, link = reverse("players:reviews", args=[user.player.pk, "babylonia"]), reverse("exercises:exercises")
    client = Client()
    assert f'{link}?game=babylonia"' not in client.get(address).content.decode()
    client.force_login(user)
    assert f'{link}?game=babylonia"' in client.get(address).content.decode()
