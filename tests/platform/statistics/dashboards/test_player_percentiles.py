"""Where a player's figures lie among those of the others: from ten others on, and nobody else is named."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from itertools import combinations

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analytics.frames import build_frames
from nabu.accounts.players.models import Player
from nabu.contests.ratings.models import Rating
from nabu.contests.tournaments.models import Tournament
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.statistics.dashboards.player.percentiles import listed_ratings
from nabu.statistics.store.lists import enter, listed_for_writing
from tests.analytics.conftest import game_maker
from tests.platform.kept import kept_for_file
from tests.platform.scenario import make_event

GAME = "babylonia"
OCTOBER, NOVEMBER, DECEMBER, JANUARY = 1_790_900_000, 1_793_600_000, 1_796_200_000, 1_798_900_000


@dataclass(frozen=True)
class Club:
    """Twelve players in the order of their strength; whoever is stronger always wins."""

    players: list[Player]


def club() -> Club:
    """In October everybody met everybody once; in November the first ten met each other twice. In December everybody
    met the first ten times, but the last only nine times. In January the second and the third played eleven games of a
    variant in which everybody scores ten times as much."""
    event = make_event(12, prefix="urban", table_size=2)
    players = [Player.objects.get(user=user) for user in event.players]
    make = game_maker()
    games = []
    for finished_at, pairs in (
        (OCTOBER, list(combinations(range(12), 2))),
        (NOVEMBER, 2 * list(combinations(range(10), 2))),
        (DECEMBER, [*(10 * [(0, other) for other in range(1, 11)]), *(9 * [(0, 11)])]),
        (JANUARY, 11 * [(1, 2)]),
    ):
        variant, times = ("seven_of_nine", 100) if finished_at == JANUARY else ("base", 10)
        for weak, strong in pairs:
            points = [{"ziggurat": times * (1 + weak)}, {"ziggurat": times * (1 + strong)}]
            ids = [players[weak].pk, players[strong].pk]
            games.append(make(points, player_ids=ids, finished_at=finished_at, ruleset=variant))
    before = listed_for_writing(GAME)
    assert enter(before, before.store.updated(build_frames(games)), event.tournament.pk)
    return Club(players)


db, kept_world, changes_are_taken_back, urban = kept_for_file(club, "urban")


def page_of(player: Player, query: str = "") -> str:
    response = Client().get(reverse("players:statistics", args=[player.pk, GAME]) + query)
    assert response.status_code == 200
    return response.content.decode()


def section_of(page: str) -> str:
    return page.partition('id="percentiles-title"')[2].partition("</section>")[0]


def rows_of(player: Player, query: str = "") -> list[dict[str, str]]:
    response = Client().get(reverse("players:statistics_csv", args=[player.pk, GAME, "percentiles"]) + query)
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"))))


def test_page_csv_and_api_say_the_same(urban: Club) -> None:
    """The third has two of eleven below, in October two of eleven games won."""
    third = urban.players[2]
    score, beaten, won, ziggurat = rows_of(third, "?until=202610")
    assert [row["figure"] for row in (score, beaten, won, ziggurat)] == ["score", "opponents_beaten", "won", "ziggurat"]
    for row in (score, beaten, won, ziggurat):
        assert (row["others"], row["games"], row["players"]) == ("11", "11", "2")
        assert float(row["percentile"]) == round(100 * 2 / 11, 6)
    assert (float(score["mean"]), float(won["mean"])) == (30, round(2 / 11, 6))
    found = Client().get(f"/api/v1/players/{third.pk}/statistics/{GAME}/?until=202610").json()
    assert [row["percentile"] for row in found["percentiles"]] == [round(100 * 2 / 11, 6)] * 4
    section = section_of(page_of(third, "?until=202610"))
    assert "Among 11 others at tables of 2" in section
    assert f"{third.name}: 30.0. Others: 10.0 to 120.0, the middle half " in section


def test_in_a_group_of_nine_others_nothing_is_said(urban: Club) -> None:
    november = "?since=202611&until=202611"
    page = page_of(urban.players[2], november)
    assert "No percentile: a group needs 10 others, and 9 have 10 games at tables of 2." in page
    assert not section_of(page)
    assert rows_of(urban.players[2], november) == []


def test_an_opponent_is_none_of_the_others(urban: Club) -> None:
    """Of the eleven who met the first, the last did so nine times in December, and once in October."""
    first, third = urban.players[0], urban.players[2]
    december = f"?opponent={first.pk}&since=202612"
    assert rows_of(third, december) == []
    assert "a group needs 10 others, and 9 have 10 games" in page_of(third, december)
    found = rows_of(third, f"?opponent={first.pk}")
    assert {row["others"] for row in found} == {"10"}
    assert [float(row["percentile"]) for row in found if row["figure"] == "score"] == [10.0], "one of ten is weaker"


def test_an_opponent_is_no_peer(urban: Club) -> None:
    """Twelve players of one rating: against the first the third has ten peers, and fewer if one is rated elsewhere."""
    for player in urban.players:
        Rating.objects.create(
            player=player, game=GAME, value=1500, games=50, mu=1500, sigma=40, last_game_at=timezone.now()
        )
    first, third = urban.players[0], urban.players[2]
    address = f"/api/v1/players/{third.pk}/statistics/{GAME}/?until=202610"
    sources = Client().get(f"{address}&opponent={first.pk}").json()["sources"]
    assert {(row["games"], row["peers"], row["peer_games"]) for row in sources} == {(1, 10, 10)}
    assert {row["peers"] for row in Client().get(address).json()["sources"]} == {11}
    Rating.objects.filter(player=urban.players[5]).update(value=1900)
    assert Client().get(f"{address}&opponent={first.pk}").json()["sources"] == []
    assert {row["peers"] for row in Client().get(address).json()["sources"]} == {10}


def test_variants_are_not_mixed(urban: Club) -> None:
    """The second has most games in the base game; the group is that of the variant of the filter, or of most games."""
    second = urban.players[1]
    rows = rows_of(second)
    assert {(row["variant"], row["games"]) for row in rows} == {("base", "39")}
    assert float(next(row["mean"] for row in rows if row["figure"] == "score")) == 20
    assert " · Base" in section_of(page_of(second))
    assert "and 1 has 10 games at tables of 2." in page_of(second, "?variant=seven_of_nine")


def test_a_deleted_account_still_counts_and_nobody_else_is_named(urban: Club) -> None:
    """As among the peers: the games stay, and of the others there are only numbers."""
    first, *others = urban.players
    before = rows_of(first)
    Tournament.objects.update(status="finished")
    delete_person(others[4].user, user=others[4].user)
    assert rows_of(first) == before
    section = section_of(page_of(first))
    assert first.name in section
    assert not [other.name for other in others if other.name in section.replace(first.name, "")]


def test_few_games_are_marked(urban: Club) -> None:
    strongest = urban.players[-1]
    assert "few games" in section_of(page_of(strongest, "?until=202611")), "eleven"
    assert "few games" not in section_of(page_of(urban.players[0])), "more than a hundred"


def test_the_rating_is_placed_among_the_leaderboard(urban: Club) -> None:
    """Of twelve listed ratings two are below that of the third and one equals it; a newcomer is on no leaderboard."""
    values = [1400.0, 1410.0, 1420.0, 1420.0, *(1500.0 + 10 * number for number in range(8))]
    now = timezone.now()
    for player, value in zip(urban.players, values, strict=True):
        Rating.objects.create(player=player, game=GAME, value=value, games=50, mu=value, sigma=40, last_game_at=now)
    newcomer = make_event(2, prefix="new").players[0].player
    Rating.objects.create(player=newcomer, game=GAME, value=1300, games=1, mu=1500, sigma=110, last_game_at=now)
    section = section_of(page_of(urban.players[2]))
    assert "Among 11 ranked players, whatever the table:" in section
    assert f"{urban.players[2].name}: 1420. Others: 1400 to 1570" in section
    rating = section.partition("whatever the table:")[2]
    assert '<td class="text-end">1420</td><td class="text-end text-nowrap">23%</td>' in rating, "(2 + 1 / 2) / 11"
    [row] = [row for row in rows_of(urban.players[2]) if row["figure"] == "rating"]
    assert (row["players"], row["variant"], row["games"], row["mean"], row["others"]) == ("", "", "50", "1420.0", "11")
    assert float(row["percentile"]) == round(100 * 2.5 / 11, 6)
    api = Client().get(f"/api/v1/players/{urban.players[2].pk}/statistics/{GAME}/").json()["percentiles"]
    assert api[-1]["figure"] == "rating"
    assert api[-1]["players"] is None
    few = f"?opponent={urban.players[5].pk}"
    assert [row["figure"] for row in rows_of(urban.players[2], few)] == ["rating"], "its group is another one"
    page = page_of(urban.players[2], few)
    assert ">Among 11 ranked players</h2>" in page
    assert "No percentile yet" in section_of(page)
    Rating.objects.filter(player__in=urban.players[:2]).delete()
    listed_ratings.cache_clear()  # nothing of the site deletes ratings without a new version
    assert "ranked players" not in section_of(page_of(urban.players[2])), "nine others"
