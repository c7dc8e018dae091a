"""The home page of a player: the next table, what to do, tournaments, and what the last games did to the rating."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.seated import Todo
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.people.profiles.players.queries import MOST_PLACES, open_tables, recent_games, tournaments_of
from tests.platform.scenario import agree, approved, enter_account, make_event, seats, users

pytestmark = pytest.mark.usefixtures("db")


def home(client: Client, user: User) -> str:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return re.sub(r"\s+", " ", client.get(reverse("home")).content.decode())


def test_the_next_table_stands_first_with_its_number_seat_opponents_and_clock(client: Client) -> None:
    event = make_event(8)
    round_ = event.pair()
    Round.objects.filter(pk=round_.pk).update(minutes=60, started_at=timezone.now())
    table = round_.tables.get(number=2)
    third = seats(table)[2]
    html = home(client, third.entry.player.user)
    card = html[html.index("Your table") : html.index("To do")]
    assert reverse("table:page", args=[table.pk]) in card
    assert "Round 1, seat 3" in card
    assert "you start" not in card
    assert 'role="timer"' in card
    others = [seat.entry.player.name for seat in seats(table) if seat.pk != third.pk]
    assert f"with {', '.join(f'<bdi>{name}</bdi>' for name in others)}" in card
    assert html.index("Your table") < html.index("On now")
    assert "you start" in home(client, users(table)[0])
    assert "Your table" not in home(client, event.organiser)


def test_it_shows_what_is_open_for_registration_now(client: Client) -> None:
    event, now = make_event(0, start=False), timezone.now()
    address = reverse("tournaments:detail", args=[event.tournament.pk])
    reader = make_event(2, table_size=2, prefix="reader").players[0]
    for settings, shown in (
        ({"registration": False}, False),
        ({"registration": True}, True),
        ({"registration_opens_at": now + timedelta(hours=1)}, False),
        ({"registration_opens_at": None, "registration_closes_at": now - timedelta(hours=1)}, False),
        ({"registration_closes_at": now + timedelta(hours=1)}, True),
    ):
        update_tournament(event.organiser, event.tournament, **settings)
        for page in (home(client, reader), Client().get(reverse("home")).content.decode()):
            assert (address in page, "will be listed here" in page) == (shown, not shown), settings


def test_a_draft_shows_no_table(client: Client) -> None:
    event = make_event(4)
    pair_round(event.organiser, event.refresh())
    assert open_tables(event.players[0]) == []
    assert "To do" not in home(client, event.players[0])


def test_what_a_table_waits_for_depends_on_who_looks(client: Client) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    one, two = users(table)

    def todo(user: User) -> list[Todo]:
        return [own.todo for own in open_tables(user)]

    assert todo(one) == todo(two) == [Todo.REPORT]
    assert "Report result" in home(client, one)
    results.report_result(one, table, [90, 80])
    assert (todo(one), todo(two)) == ([Todo.OTHERS], [Todo.CONFIRM])
    assert "Another player has to confirm it." in home(client, one)
    assert "Confirm the result or dispute it" in home(client, two)
    results.dispute_report(two, table.reports.get(), "no")
    assert todo(one) == todo(two) == [Todo.RULING]
    assert "The organiser decides." in home(client, one)


def test_tournaments_show_the_own_place_and_points(client: Client) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    winner = users(table)[0]
    results.report_result(winner, table, [90, 80])
    agree(Table.objects.get(pk=table.pk))
    assert [(own.place, own.points) for own in tournaments_of(winner)] == [(1, 6)]
    assert "Place 1 · Points: 6" in home(client, winner)
    waiting = make_event(2, prefix="later", start=False)
    assert tournaments_of(waiting.players[0]) == [], "a draft that its players may not see"
    Tournament.objects.filter(pk=waiting.tournament.pk).update(registration=True)
    assert [own.place for own in tournaments_of(waiting.players[0])] == [None]
    assert "Your tournaments" not in home(client, event.organiser)


def test_the_last_games_show_what_they_did_to_the_rating(client: Client) -> None:
    event = approved(make_event(2, table_size=2))
    table = event.pair().tables.get()
    winner, loser = users(table)
    results.report_result(winner, table, [90, 80])
    agree(Table.objects.get(pk=table.pk))
    kept = RatingEntry.objects.get(player=winner.player)
    (game,) = recent_games(winner.player, 5)
    assert (game.before, game.after) == (round(kept.before), round(kept.after))
    assert game.change > 0
    assert f"+{game.change}" in home(client, winner)
    (lost,) = recent_games(loser.player, 5)
    assert lost.change < 0
    assert f"−{-lost.change}" in home(client, loser)
    unrated = make_event(2, table_size=2, prefix="free")
    table = unrated.pair().tables.get()
    results.report_result(users(table)[0], table, [90, 80])
    agree(Table.objects.get(pk=table.pk))
    assert "not rated" in home(client, users(table)[0])


def test_more_tournaments_do_not_cost_more_queries(client: Client) -> None:
    """A place costs the ranking of its stage, for a fixed number of tournaments; the rest costs always the same."""
    event = make_event(4, table_size=2)
    event.pair()
    player = event.players[0]

    def play_in(prefix: str) -> None:
        more = make_event(3, table_size=2, prefix=prefix, start=False)
        enter_account(more.organiser, more.tournament, player)
        start_tournament(more.organiser, more.tournament)
        more.pair()

    def queries() -> int:
        home(client, player)  # fill what is kept
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("home"))
        return len(captured)

    for number in range(1, MOST_PLACES):
        play_in(f"a{number}_")
    before = queries()
    play_in("b")
    play_in("c")
    assert queries() <= before <= 45


def test_it_says_that_the_round_is_played_without_the_player(client: Client) -> None:
    event = make_event(3, table_size=2)
    round_ = event.pair()
    resting = users(round_.tables.get(is_bye=True))[0]
    assert "Round 1: bye" in home(client, resting)
    assert "Round 1: bye" not in home(client, users(round_.tables.get(is_bye=False))[0])
    results.rule_result(event.organiser, round_.tables.get(is_bye=False), Ruling([2, 1]))
    assert "Round 1: bye" not in home(client, resting)
