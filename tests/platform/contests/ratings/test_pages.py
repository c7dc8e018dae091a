"""Pages and API of the ratings: who is listed, what is said before a match, and whether ratings predict."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from competition.ratings.prediction import NATURAL, expected_places, win_chances
from nabu.accounts.versions.services import ratings_topic, touch
from nabu.contests.ratings.models import RatingQuality
from nabu.contests.ratings.quality.services import is_made_since, refresh_quality, results_of
from nabu.contests.ratings.queries import leaderboard, standing_of, temperature_of
from nabu.contests.ratings.tasks import measure_all, measure_quality
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from tests.platform.contests.ratings.played import GAME, measured, play_rounds, rated
from tests.platform.scenario import account, approved, make_event, seats

pytestmark = pytest.mark.django_db
BOARD = f"/ratings/{GAME}/"
QUALITY = f"/ratings/{GAME}/quality/"


@pytest.fixture
def field() -> None:
    """Two who are listed with the same rating, one better but new, one better but long gone."""
    for name in ("ana", "ben"):
        rated(account(name).player, 1600)
    rated(account("newcomer").player, 1700, sigma=100, games=3)
    gone = rated(account("gone").player, 1650)
    gone.last_game_at = timezone.now() - timedelta(days=366)
    gone.save()


@pytest.mark.usefixtures("field")
def test_the_board_is_of_those_who_play_and_are_known(client: Client) -> None:
    assert [(line.player.name, line.rank) for line in leaderboard(GAME)] == [("Ana", 1), ("Ben", 1)]
    page = client.get(BOARD).content.decode()
    assert "Newcomer" not in page
    assert "Gone" not in page
    assert "2 of 4 rated players" in page
    everybody = [(line.player.name, line.rank) for line in leaderboard(GAME, everybody=True)]
    assert everybody == [("Newcomer", None), ("Gone", None), ("Ana", 1), ("Ben", 1)]
    page = client.get(BOARD, {"everybody": "1"}).content.decode()
    assert page.count("(provisional)") == 1
    assert page.count(">inactive<") == 1


@pytest.mark.usefixtures("field")
def test_the_api_lists_the_same(client: Client) -> None:
    board = client.get(f"/api/v1/ratings/{GAME}/").json()["results"]
    assert [(line["player"]["name"], line["rank"], line["margin"]) for line in board] == [
        ("Ana", 1, 80),
        ("Ben", 1, 80),
    ]
    everybody = client.get(f"/api/v1/ratings/{GAME}/", {"everybody": "true"}).json()["results"]
    assert [line["rank"] for line in everybody] == [None, None, 1, 1]
    assert [line["provisional"] for line in everybody] == [True, False, False, False]
    assert [line["inactive"] for line in everybody] == [False, True, False, False]
    assert client.get(f"/api/v1/ratings/{GAME}/", {"everybody": "perhaps"}).status_code == 400
    assert client.get(f"/api/v1/ratings/{GAME}/quality/").status_code == 404
    report = measured()
    answer = client.get(f"/api/v1/ratings/{GAME}/quality/").json()
    assert (answer["verdict"], answer["temperature"]) == ("predicts", report.temperature)


def test_nobody_has_a_rank_yet(client: Client) -> None:
    rated(account("newcomer").player, 1700, sigma=100)
    page = client.get(BOARD).content.decode()
    assert "No ranked players yet." in page
    assert "?everybody=1" in page


def test_the_answer_comes_first(client: Client) -> None:
    assert "no rated games have been measured" in client.get(QUALITY).content.decode()
    for games, spread, answer in (
        (50, 200, "Too few games to say: 50 of at least 100."),
        (400, 200, "Yes: over 400 games"),
        (400, 0, "Not so far: over 400 games"),
    ):
        measured(games, spread)
        page = client.get(QUALITY).content.decode()
        assert answer in page
        assert 'id="calibration"' in page
        with translation.override("de"):
            assert client.get(QUALITY).status_code == 200
    assert temperature_of(GAME) is None
    RatingQuality.objects.update(temperature=100, system=0)
    assert temperature_of(GAME) is None, "that was of other ratings"
    assert "no rated games have been measured" in client.get(QUALITY).content.decode()
    assert client.get("/ratings/chess/quality/").status_code == 404


def test_the_figures_are_of_one_number_of_players(client: Client) -> None:
    """Log losses of tables of two and of four are not comparable: those of the most frequent number come first."""
    report = measured(400).report
    games = {tables["players"]: tables["games"] for tables in report["tables"]}
    most = f"{max(games.values())} rated games of {max(games, key=lambda size: games[size])} players"
    page = client.get(QUALITY).content.decode()
    assert most in page
    for size, of_size in games.items():
        assert f"{size} players: {of_size} games" in page
        assert f"{of_size} rated games of {size} players" in client.get(QUALITY, {"players": size}).content.decode()
    assert most in client.get(QUALITY, {"players": "many"}).content.decode()


def test_a_yes_that_stands_on_little_says_so(client: Client) -> None:
    quality = measured()
    next(system for system in quality.report["systems"] if system["key"] == "elo")["all"]["skill"] = -0.001
    quality.report |= {"since": 207, "evidence": 1.5}
    quality.save()
    page = client.get(QUALITY).content.decode()
    assert "Yes, shown at rated game 207." in page
    assert "What a bettor who began with 1 would have now: 1.5." in page


def test_after_a_break_less_is_known(client: Client) -> None:
    """40 after 100 days is 50, after 200 above what is still listed; the database and the page agree."""
    values = {0: 1400, 100: 1600, 200: 1900, 363: 1800}
    at = {days: rated(account(f"away{days}").player, value) for days, value in values.items()}
    for days, rating in at.items():
        rating.last_game_at = timezone.now() - timedelta(days=days, hours=1)
        rating.sigma = 65 if days == 200 else 40
        rating.save()
    assert [rating.margin for rating in at.values()][:2] == [80, 100]
    assert [rating.provisional for rating in at.values()] == [False, False, True, False]
    assert [rating.player.name for rating in leaderboard(GAME)] == ["Away363", "Away100", "Away0"]
    known = standing_of(at[100])
    assert known is not None
    assert (known.best, known.worst) == (1, 2), "200 points apart: margins of 100 and of 139, but of 100 and of 80"
    board = client.get(f"/api/v1/ratings/{GAME}/").json()["results"]
    assert {line["player"]["name"]: line["margin"] for line in board}["Away100"] == 100


def test_the_answer_rounds_and_does_not_cut_off(client: Client) -> None:
    quality = measured()
    elo = next(system for system in quality.report["systems"] if system["key"] == "elo")["all"]
    elo["pair_accuracy"], elo["skill"] = 0.579, 0.0858
    quality.save()
    page = client.get(QUALITY).content.decode()
    assert "58% of the cases" in page
    assert "by 8.6%" in page


def test_before_a_match_everybody_sees_the_chances(client: Client) -> None:
    event = make_event(3, table_size=3)
    table = event.pair().tables.get()
    at_table = seats(table)
    values = [1600.0, 1500.0, 1500.0]
    rated(at_table[0].entry.player, 1600)
    rated(at_table[1].entry.player, 1500, sigma=110)
    address = reverse("table:page", args=[table.pk])
    page = client.get(address).content.decode()
    assert "not been shown to" not in page
    assert "expected place" not in page
    RatingQuality.objects.filter(pk=measured().pk).update(temperature=NATURAL)
    touch(ratings_topic(event.tournament.game))
    page = client.get(address).content.decode()
    lines = zip(win_chances(values, NATURAL), expected_places(values, NATURAL), strict=True)
    for chance, place in lines:
        assert f"{100 * chance:.0f}% · expected place {place:.1f}" in page
    assert page.count("(provisional)") == 2
    assert QUALITY in page
    services.rule_result(event.organiser, table, Ruling([30, 20, 10]))
    assert "expected place" not in client.get(address).content.decode()


def test_no_chances_are_told_where_nobody_has_a_rating(client: Client) -> None:
    RatingQuality.objects.filter(pk=measured().pk).update(temperature=NATURAL)
    table = make_event(4).pair().tables.get()
    page = client.get(reverse("table:page", args=[table.pk])).content.decode()
    assert "expected place" not in page
    assert QUALITY not in page


def test_a_practice_event_says_nothing_about_chances(client: Client) -> None:
    event = make_event(2, table_size=2)
    Tournament.objects.update(practice=True)
    client.force_login(event.organiser)
    page = client.get(reverse("table:page", args=[event.pair().tables.get().pk])).content.decode()
    assert QUALITY not in page


def test_the_journal_marks_what_is_provisional(client: Client) -> None:
    event = approved(make_event(3, table_size=3))
    play_rounds(event, 2, Random(1))
    player = event.players[0].player
    page = client.get(reverse("players:journal", args=[player.pk, GAME])).content.decode()
    assert page.count("(provisional)") == 2 * (2 + 2)
    measured()
    page = client.get(reverse("players:journal", args=[player.pk, GAME])).content.decode()
    assert "chance" not in page.split("<details class")[0], "of two players it would be a second number for Expected"
    assert "Provisional" in client.get(reverse("players:detail", args=[player.pk])).content.decode()


def test_the_report_follows_the_journal(
    django_assert_num_queries: DjangoAssertNumQueries, capsys: pytest.CaptureFixture[str]
) -> None:
    event = approved(make_event(4, table_size=2, rounds=2))
    play_rounds(event, 2, Random(1))
    with django_assert_num_queries(1):
        assert len(list(results_of(GAME))) == 4
    before = timezone.now()
    assert not is_made_since(GAME, before)
    measure_quality(GAME, before.isoformat())
    quality = RatingQuality.objects.get()
    assert (quality.rated_games, quality.report["verdict"], quality.temperature) == (4, "too_few", None)
    measure_quality(GAME, before.isoformat())
    assert RatingQuality.objects.get().made_at == quality.made_at, "what was asked for is there"
    measure_all()
    assert RatingQuality.objects.get().made_at > quality.made_at
    call_command("ratings", "quality")
    assert f"{GAME}: 4 games, too_few" in capsys.readouterr().out
    assert refresh_quality("ishtar") is None
