"""The reviewed games with which an account's page of exercises begins: its own and nobody else's."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.board.exercises import queries
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.own import own_seats
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.models import Round, Tournament
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, short_log
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
    assert visitor["account"] is None
    assert told(event.players[0])["account"] == event.players[0].pk
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


def other_file(log: GameLog, sender: User, place: bytes = b"home") -> GameLog:
    """The same game in another file, sent without a table."""
    first, *lines = bytes(log.content).splitlines(keepends=True)
    remark = b'"meta":{"place":"' + place + b'"},"chance"'
    sent = submit_log(sender, b"".join([first.replace(b'"chance"', remark), *lines])).log
    verify_all()
    sent.refresh_from_db()
    return sent


def a_log_of_no_table() -> GameLog:
    """A game that nobody has played on this site."""
    return submit_log(account("first"), short_log("babylonia")).log


def test_a_review_that_was_asked_for_in_another_file_of_the_game_counts(event: Event) -> None:
    """It hangs on the file of whoever asked first; the table is proved by another one, which its players may see."""
    user = event.players[0]
    table = Table.objects.filter(log__isnull=False, seats__entry__player__user=user)[0]
    before = games(user)
    loose = other_file(table.log, account("sender"))
    assert loose.game_id == table.log.game_id is not None
    GameReview.objects.filter(log=table.log).update(log=loose)
    assert games(user) == before
    assert reverse("table:raw", args=[table.log.sha256]) in [game["log"] for game in before]


def test_a_game_sent_without_a_table_comes_with_the_marks_of_all_seats(event: Event) -> None:
    """Whichever of its files was reviewed; once, and as the file that the account has sent."""
    sender, log = account("sender"), a_log_of_no_table()
    sent = [other_file(log, sender, place) for place in (b"home", b"club")]
    review = store_review(log)
    (game,) = games(sender)
    assert game["seat"] is None
    assert game["log"] == reverse("table:raw", args=[sent[1].sha256])
    assert [each["move"] for each in game["decisions"]] == [
        each["move"] for each in review.decisions if each.get("mark")
    ]


def test_the_replay_offers_the_same_games_with_the_same_seat(event: Event) -> None:
    """What it calls one's own leads to exercises that there are."""
    table, sender = Table.objects.filter(log__isnull=False)[0], account("sender")
    loose = other_file(table.log, sender)
    seats = table.seats.order_by("position")
    for seat, user in enumerate(each.entry.player.user for each in seats):
        assert own_seats(user, table.log) == own_seats(user, loose) == [seat]
        client = Client()
        client.force_login(user)
        assert client.get(reverse("table:review", args=[table.log.sha256])).json()["own"] == [seat]
    assert own_seats(AnonymousUser(), table.log) == own_seats(sender, loose) == []
    absent = seats[0]
    Seat.objects.filter(pk=absent.pk).update(absent=True)
    assert own_seats(absent.entry.player.user, table.log) == []
    log = a_log_of_no_table()
    assert own_seats(log.submissions.get().submitted_by, log) is None
    assert own_seats(sender, log) == []


def test_of_a_game_of_a_table_nobody_is_asked_for_the_seat(event: Event) -> None:
    sender, table = account("sender"), Table.objects.filter(log__isnull=False)[0]
    other_file(table.log, sender)
    assert games(sender) == []


def test_more_games_do_not_cost_more_queries(event: Event, django_assert_num_queries: Any) -> None:
    user = event.players[0]
    with django_assert_num_queries(7):
        assert len(queries.reviewed_games_of(user)) == 2
    GameReview.objects.filter(log__table__round__number=1).delete()
    with django_assert_num_queries(7):
        assert len(queries.reviewed_games_of(user)) == 1


def test_only_the_latest_games_come_along(event: Event, monkeypatch: Any) -> None:
    user = event.players[0]
    whole = games(user)
    monkeypatch.setattr(queries, "MOST_GAMES", 1)
    assert games(user) == whole[:1]


def test_the_own_pages_the_menu_and_the_page_of_games_lead_here(event: Event) -> None:
    user, link = event.players[0], reverse("exercises:exercises")
    reviews = reverse("players:reviews", args=[user.player.pk, "babylonia"])
    for address in (reverse("players:detail", args=[user.player.pk]), reviews):
        client = Client()
        assert f'{link}?game=babylonia"' not in client.get(address).content.decode()
        client.force_login(user)
        assert f'{link}?game=babylonia"' in client.get(address).content.decode()
    assert f'<li><a href="{link}">' in Client().get(reverse("home")).content.decode()
    play = Client().get(reverse("play:play")).content.decode()
    assert play.count(f'href="{link}"') == 3, "in the menu, below the form, and after a game"
