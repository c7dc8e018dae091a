"""A player's statistics: the numbers are those of the games, the same on page, CSV and API, and gaps say why."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import Player
from nabu.contests.ratings.models import Rating, RatingEntry
from nabu.statistics.dashboards.player.records import PLAYER_COLUMNS
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, make_event
from tests.platform.statistics.dashboards.proven import proven_event

GAME = "babylonia"


def event_of_twelve() -> Event:
    """Two rounds of three tables of four."""
    return proven_event(players=12)


db, kept_world, changes_are_taken_back, event = kept_for_file(event_of_twelve, "event")


def player_of(event: Event, number: int = 0) -> Player:
    return Player.objects.get(user=event.players[number])


def page_of(player: Player, query: str = "", status: int = 200) -> str:
    response = Client().get(reverse("players:statistics", args=[player.pk, GAME]) + query)
    assert response.status_code == status
    return response.content.decode()


def rows_of(player: Player, table: str, query: str = "") -> list[dict[str, str]]:
    response = Client().get(reverse("players:statistics_csv", args=[player.pk, GAME, table]) + query)
    assert response.status_code == 200
    found = csv.DictReader(StringIO(response.content.decode("utf-8-sig")))
    assert tuple(found.fieldnames or ()) == PLAYER_COLUMNS[table], "also without rows"
    return list(found)


def test_page_csv_and_api_say_the_same(event: Event) -> None:
    player = player_of(event)
    found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/").json()
    games = rows_of(player, "games")
    assert found["record"]["games"] == len(games) == 2
    assert found["record"]["wins"] == sum(float(row["win"]) for row in games)
    entries = RatingEntry.objects.filter(player=player).order_by("-rated_game__sequence")
    assert [int(row["place"]) for row in games] == [entry.place for entry in entries]
    assert [row["opponents_beaten"] for row in games] == [str(round(entry.actual / 3, 6)) for entry in entries]
    assert [row["opponents_beaten_expected"] for row in games] == ["0.5", "0.5"], "ratings are not shown to predict"
    assert found["rating"]["value"] == round(entries[0].after, 6)
    assert sum(row["games"] for row in found["opponents"]) == 6
    page = page_of(player)
    assert f"{player.name} has won" in page
    for row in games:
        assert reverse("table:anatomy", args=[row["table_id"]]) in page


def test_chart_and_table_number_the_games_alike(event: Event) -> None:
    """The latest has the highest number, and each number opens the same game in both."""
    player = player_of(event)
    response = Client().get(reverse("players:statistics", args=[player.pk, GAME]))
    form = response.content.decode().partition('id="form-title"')[2].partition("</section>")[0]
    table = [
        (int(number), address)
        for address, number in re.findall(r'<th scope="row"[^>]*><a href="([^"]*)">(\d+): ', form)
    ]
    assert [number for number, _address in table] == [2, 1]
    for trace in response.context["form_figure"].data:
        drawn = list(zip(trace["x"], (point["href"] for point in trace["customdata"]), strict=True))
        assert drawn, "no empty traces"
        assert set(drawn) <= set(table)
    assert sorted(drawn) == sorted(table), "the dots are all the games"


def test_peers_need_ten_others_of_the_same_strength(event: Event) -> None:
    player = player_of(event)
    Rating.objects.update(value=1500)
    page, rows = page_of(player), rows_of(player, "sources")
    assert "peers-figure" in page
    assert "Too few games to tell a difference from chance: at least 20 are needed." in page
    assert int(rows[0]["peers"]) == 11
    assert float(rows[0]["points_per_game"]) == pytest.approx(sum(float(row["points_per_game"]) for row in rows[1:]))
    assert [row["source"] for row in rows if not row["source"]] == [""]
    Rating.objects.filter(player__in=[player_of(event, 1), player_of(event, 2)]).update(value=1900)
    assert rows_of(player, "sources") == []
    said = "9 other players are rated within 200 points; a comparison needs 10 with verified games"
    assert said in page_of(player)


def test_what_cannot_be_said_of_an_unrated_player_is_one_sentence(event: Event) -> None:
    player = player_of(event)
    Rating.objects.filter(player=player).delete()
    page = page_of(player)
    assert page.count("games are rated once a director has approved their tournament.") == 1
    for box in ("rating-title", "peers-title"):
        assert box not in page


def test_the_filter_narrows_and_the_empty_page_says_why(event: Event) -> None:
    player = player_of(event)
    assert "No verified game matches this filter." in page_of(player, "?players=2")
    assert page_of(player, f"?player={player_of(event, 1).pk}&players=4").count(f"{player.name} has won") == 1
    assert page_of(player, "?players=9", status=400)
    assert rows_of(player, "games", "?players=2") == []
    stranger = Player.objects.get(user=make_event(2, prefix="stranger", table_size=2).players[0])
    assert "No verified game of Babylonia with Stranger 1 yet." in page_of(stranger)
    assert Client().get(f"/api/v1/players/{stranger.pk}/statistics/{GAME}/").json()["record"] is None
    assert Client().get(f"/players/{player.pk}/statistics/chess/").status_code == 404
    assert Client().get(f"/players/{player.pk}/statistics/{GAME}/secrets.csv").status_code == 404


def test_games_by_date_are_the_same_games(event: Event) -> None:
    player = player_of(event)
    found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/").json()
    games = rows_of(player, "games")
    for table in ("months", "days"):
        assert sum(row["games"] for row in found[table]) == sum(int(row["games"]) for row in rows_of(player, table))
        assert sum(row["games"] for row in found[table]) == len(games)
    assert sum(row["games"] for row in found["seasons"] if row["quarter"]) == len(games)
    assert sum(row["games"] for row in found["seasons"] if row["quarter"] is None) == len(games)
    scores = {int(row["table_id"]): float(row["score"]) for row in games}
    best = next(row for row in found["bests"] if row["best"] == "score")
    assert best["value"] == scores[best["table_id"]] == max(scores.values())
    assert [row["best"] for row in rows_of(player, "bests")] == [row["best"] for row in found["bests"]]
    page = page_of(player)
    for box in ("months-title", "score-dates-figure", "seasons-title", "bests-title", "days-title"):
        assert f'id="{box}"' in page
    assert 'id="rating-dates-figure"' not in page, "a single day makes no line"


def test_a_streak_names_its_first_and_last_game(event: Event) -> None:
    winner = next(
        player
        for player in (player_of(event, number) for number in range(8))
        if any(float(row["win"]) == 1 for row in rows_of(player, "games"))
    )
    games = {row["table_id"]: row for row in rows_of(winner, "games")}
    streaks = {(row["streak"], row["which"]): row for row in rows_of(winner, "streaks")}
    longest = streaks["winning", "longest"]
    assert float(games[longest["first_table_id"]]["win"]) == float(games[longest["last_table_id"]]["win"]) == 1
    assert int(streaks["unbeaten", "longest"]["games"]) >= int(longest["games"])
    section = page_of(winner).partition('id="streaks-title"')[2].partition("</section>")[0]
    assert reverse("table:anatomy", args=[longest["last_table_id"]]) in section


def test_the_calendar_says_how_many_games_a_day_had(event: Event) -> None:
    """Both games were confirmed today, in the time zone of the site."""
    player = player_of(event)
    section = page_of(player).partition('id="days-title"')[2].partition("</section>")[0]
    [day] = rows_of(player, "days")
    number = int(day["day"][-2:])
    assert re.findall(r'<td class="played-\d">(\d+)<b><span class="visually-hidden">: </span>(\d+)</b>', section) == [
        (str(number), "2")
    ]


def test_without_ten_games_there_is_no_percentile(event: Event) -> None:
    player = player_of(event)
    page = page_of(player)
    assert "No percentile yet: it needs 10 games of one table size and variant; there are 2 at tables of 4." in page
    assert 'id="percentiles-title"' not in page
    assert rows_of(player, "percentiles") == []
