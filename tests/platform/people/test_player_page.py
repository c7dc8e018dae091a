"""A player's page: what results add up to with and without logs, and what may be compared."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from analytics.among_players import Among
from analytics.frames import build_frames
from analytics.sources import SCORE
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat, Table
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import standing_of
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from nabu.people.profiles.players import page as player_page
from nabu.people.profiles.players.comparison import Comparison, comparison
from nabu.people.profiles.players.page import rating_verdict
from nabu.people.profiles.players.results import (
    Against,
    HeadToHead,
    Result,
    Totals,
    head_to_head,
    results_of,
    totals,
)
from nabu.statistics.store.lists import enter, listed_for_writing
from tests.analytics.conftest import game_maker
from tests.platform.contests.ratings.played import GAME, rated
from tests.platform.scenario import Event, account, make_event, seats
from tests.platform.statistics.dashboards.proven import prove, proven_event


def page_of(player: Player, **query: str) -> str:
    """The page as a visitor sees it."""
    return Client().get(reverse("players:detail", args=[player.pk]), query).content.decode()


def section(page: str, title: str) -> str:
    """The text of one section of the page, without marks."""
    (found,) = re.findall(rf'<section class="section" aria-labelledby="{title}-title">(.*?)</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def typed_event(scores: list[list[int]]) -> Event:
    """An event of one table in which the organiser typed all results, by seat."""
    event = make_event(len(scores[0]), table_size=len(scores[0]), rounds=len(scores) + 1)
    for row in scores:
        rule_result(event.organiser, event.pair().tables.get(), Ruling(row))
    return event


def test_results_add_up_and_a_shared_place_is_half() -> None:
    results = [Result(False, 1, 90, ((7, 2), (8, 1))), Result(True, 3, 60, ((7, 1), (8, 4)))]
    assert totals(results) == Totals(games=2, score=75, place=2, firsts=1)
    assert totals([]) is None
    assert head_to_head(results) == [
        HeadToHead(7, Against(1, 1.0), Against(1, 0.0)),
        HeadToHead(8, Against(1, 0.5), Against(1, 1.0)),
    ]


@pytest.mark.django_db
def test_an_event_with_only_typed_results_fills_averages_places_and_head_to_head() -> None:
    event = typed_event([[50, 30, 20], [10, 40, 30]])
    seat = Seat.objects.filter(table__round__number=1).order_by("position")[0]
    player = seat.entry.player
    mine = Seat.objects.filter(entry__player=player, table__status=Table.Status.CONFIRMED)
    scores, places = [one.score or 0 for one in mine], [one.place or 0 for one in mine]
    page = page_of(player)
    averages = section(page, "totals")
    assert f"Typed, no log 2 {sum(scores) / 2} {sum(places) / 2:.1f}" in averages
    assert "With a game log" not in averages
    assert "no log proves them" in averages
    assert "of 2" in section(page, "met")
    assert len(re.findall(r'class="place-bar of-\d typed"', page)) == 2
    assert "Too few verified games" not in page, "typed games are no verified ones"
    assert all(result.typed for result in results_of(event.players[0].player, GAME))


@pytest.mark.django_db
def test_typed_results_stand_beside_logged_ones_and_never_among_them() -> None:
    event = make_event(4, rounds=3)
    prove(event.pair().tables.get())
    second = event.pair().tables.get()
    rule_result(event.organiser, second, Ruling([50, 40, 30, 20]))
    player = seats(second)[0].entry.player
    page = page_of(player)
    averages = section(page, "totals")
    assert "Typed, no log 1 50.0 1.0" in averages
    assert "With a game log 1 " in averages
    assert "1 of 1" in section(page, "met")
    assert len(re.findall(r'class="place-bar of-\d typed"', page)) == 1


@pytest.mark.django_db
def test_forfeits_and_practice_are_no_results() -> None:
    event = typed_event([[50, 30]])
    player = event.players[0].player
    assert len(results_of(player, GAME)) == 1
    Seat.objects.filter(entry__player=player).update(absent=True)
    assert results_of(player, GAME) == []
    Seat.objects.filter(entry__player=player).update(absent=False)
    Tournament.objects.update(practice=True)
    assert results_of(player, GAME) == []


@pytest.mark.django_db
def test_each_game_has_its_page_and_the_one_played_most_comes_first() -> None:
    event = proven_event(4, rounds=2)
    player = event.players[0].player
    other = make_event(2, table_size=2, game="ishtar", ruleset="base", prefix="garden")
    entry = other.tournament.entries.get(player=other.players[0].player)
    entry.player = player
    entry.save()
    rule_result(other.organiser, other.pair().tables.get(), Ruling([40, 20]))
    assert 'aria-current="page" href="?game=babylonia"' in page_of(player)
    ishtar = page_of(player, game="ishtar")
    assert 'aria-current="page" href="?game=ishtar"' in ishtar
    assert "No rating yet." in ishtar
    assert 'aria-current="page" href="?game=babylonia"' in page_of(player, game="chess")


@pytest.mark.django_db
def test_means_are_compared_from_thirty_games_and_thirty_players_on(monkeypatch: pytest.MonkeyPatch) -> None:
    event = proven_event(4, rounds=2)
    player = event.players[0].player
    assert comparison(player, GAMES[GAME], 2) == Comparison(games=2, players=0, rows=[])
    uncounted = Comparison(games=2, players=0, rows=[], size=4)
    assert comparison(player, GAMES[GAME], 30) == uncounted, "28 are not counted yet"
    assert "Too few verified games to compare with other players: 2 of 30." in page_of(player)
    for of_event in event.players:
        of_event.player.ratings.update(sigma=40)
    monkeypatch.setattr("nabu.people.profiles.players.comparison.RANKED_FROM", 2)
    found = comparison(player, GAMES[GAME], 2)
    assert (found.games, found.players, len(found.rows), found.size) == (2, 3, 4, 4)
    few = Comparison(games=40, players=12, rows=[], size=4)
    monkeypatch.setattr(player_page, "comparison", lambda *_which: few)
    assert "Too few ranked players at tables of 4 to compare with: 12 of 30." in page_of(player)
    enough = Comparison(games=40, players=46, rows=[Among(SCORE, 124.25, 0.93)], size=4)
    monkeypatch.setattr(player_page, "comparison", lambda *_which: enough)
    page = page_of(player)
    assert "Against 46 ranked players of Babylonia at tables of 4" in page
    assert "better than 93%" in page


@pytest.mark.django_db
def test_means_are_of_one_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of two scores differently from one of four: who has played the one is not compared with the others."""
    four, two = proven_event(4, rounds=2), proven_event(2, rounds=2, table_size=2, prefix="pair")
    Rating.objects.update(sigma=40)
    monkeypatch.setattr("nabu.people.profiles.players.comparison.RANKED_FROM", 1)
    found = [comparison(event.players[0].player, GAMES[GAME], 30) for event in (four, two)]
    assert [(one.size, one.games, one.players) for one in found] == [(4, 2, 3), (2, 2, 1)]


@pytest.mark.django_db
def test_means_are_of_one_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the variant everybody scores ten times as much; the first has played it more often than the base game."""
    event, make = make_event(2, table_size=2), game_maker()
    first, second = (user.player for user in event.players)
    played = [("seven_of_nine", 100)] * 3 + [("base", 10)] * 2
    ids = [first.pk, second.pk]
    games = [make([{"ziggurat": n}, {"ziggurat": n + 1}], player_ids=ids, ruleset=variant) for variant, n in played]
    before = listed_for_writing(GAME)
    assert enter(before, before.store.updated(build_frames(games)), event.tournament.pk)
    rated(first, 1500)
    rated(second, 1500)
    monkeypatch.setattr("nabu.people.profiles.players.comparison.RANKED_FROM", 1)
    found = comparison(first, GAMES[GAME], 30)
    assert (found.size, found.variant, found.games, found.rows[0].mean) == (2, "Seven of nine", 3, 100)


@pytest.mark.django_db
def test_the_sentence_says_how_sure_the_place_is() -> None:
    top, near, last = (rated(account(f"at{value}").player, value) for value in (1700, 1600, 1200))
    new = rated(account("new").player, 1900, sigma=100)

    def said(rating: object) -> str:
        return rating_verdict(rating, standing_of(rating))  # type: ignore[arg-type]

    assert said(top) == "First, but not for certain: 1620 to 1780."
    assert said(near) == "Anywhere from place 1 to 2 is possible: 1520 to 1680."
    assert said(last) == "The place is certain: 1120 to 1280."
    assert said(new) == "Provisional, few recent rated games: 1700 to 2100."
    near.delete()
    assert said(top) == "First, ahead of all others: 1620 to 1780."
