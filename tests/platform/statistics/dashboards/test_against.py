"""Two players side by side: one and the same on page, CSV and API, and nobody there who should not be."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from django.test import Client
from django.urls import reverse

from analytics.opening_stats import OPENINGS
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat
from nabu.contests.tournaments.models import Tournament
from nabu.people.claims.merging import merge_players
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.against.records import COLUMNS
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account
from tests.platform.statistics.dashboards.proven import proven_event

GAME = "babylonia"


def even_event() -> Event:
    """Four players, two at a table, three rounds: everybody meets everybody."""
    return proven_event(players=4, rounds=3, table_size=2)


db, kept_world, changes_are_taken_back, event = kept_for_file(even_event, "event")


def pair(event: Event) -> tuple[Player, Player]:
    return event.players[0].player, event.players[1].player


def address(one: Player, other: Player, table: str = "", query: str = "") -> str:
    if table:
        return reverse("players:against_csv", args=[one.pk, GAME, other.pk, table]) + query
    return reverse("players:against", args=[one.pk, GAME, other.pk]) + query


def api(one: Player, other: Player, query: str = "") -> Any:
    return Client().get(f"/api/v1/players/{one.pk}/statistics/{GAME}/against/{other.pk}/{query}")


def test_page_csv_and_api_say_the_same(event: Event) -> None:
    one, other = pair(event)
    found = api(one, other).json()
    [seat] = Seat.objects.filter(entry__player=one, table__seats__entry__player=other, table__log__isnull=False)
    [theirs] = Seat.objects.filter(entry__player=other, table=seat.table)
    [game] = found["games"]
    assert (game["table_id"], game["score"], game["score_opponent"]) == (seat.table_id, seat.score, theirs.score)
    assert found["head_to_head"]["games"] == 1
    assert found["head_to_head"]["share"] == found["head_to_head"]["better"]
    assert found["head_to_head"]["better"] == game["better"] == (1.0 if seat.place < theirs.place else 0.0)
    page = Client().get(address(one, other)).content.decode()
    assert f"{one.name} finished ahead of {other.name} in {game['better']:.0f} of 1 common game." in page
    assert reverse("table:anatomy", args=[seat.table_id]) in page
    assert found["measures"][0]["measure"] == "score"
    assert {row["games"] for row in found["measures"]} == {3}
    for table in ("games", "measures"):
        rows = list(csv.DictReader(StringIO(Client().get(address(one, other, table)).content.decode("utf-8-sig"))))
        assert [list(row) for row in rows] == [list(row) for row in found[table]]
        assert len(rows) == len(found[table]) > 0
        assert tuple(rows[0]) == COLUMNS[table]
    assert Client().get(address(one, other, "none")).status_code == 404


def test_the_opponents_lead_there_and_the_filter_keeps_their_games(event: Event) -> None:
    one, other = pair(event)
    page = Client().get(reverse("players:statistics", args=[one.pk, GAME])).content.decode()
    assert address(one, other) in page
    assert f'<option value="{other.pk}">{other.name}</option>' in page, "an opponent can be chosen"
    own = Client().get(f"/api/v1/players/{one.pk}/statistics/{GAME}/?opponent={other.pk}").json()
    assert own["record"]["games"] == 1
    listed = f"/dashboards/{GAME}/games/?player={one.pk}&opponent={other.pk}"
    text = Client().get(listed).content.decode()
    assert f"against {other.name}" in text
    assert "1 verified game<" in text
    sums = Client().get(f"/api/v1/dashboards/{GAME}/sources/?player={one.pk}&opponent={other.pk}").json()
    assert sums["games"] == 1
    assert sums["games_waiting"] == 0


def test_an_opponent_is_that_of_a_player(event: Event) -> None:
    one, other = pair(event)
    refused = Client().get(f"/dashboards/{GAME}/games/?opponent={other.pk}")
    assert refused.status_code == 400
    assert "Whose opponent? Choose a player." in refused.content.decode()
    assert api(one, other, "?opponent=3").status_code == 400
    assert api(one, one).status_code == Client().get(address(one, one)).status_code == 404


def test_nobody_is_an_opponent_of_themselves(event: Event) -> None:
    one, _other = pair(event)
    refused = Client().get(f"/dashboards/{GAME}/games/?player={one.pk}&opponent={one.pk}")
    assert refused.status_code == 400
    assert "Choose somebody else." in refused.content.decode()
    own = reverse("players:statistics", args=[one.pk, GAME])
    assert Client().get(f"{own}?opponent={one.pk}").status_code == 400
    assert Client().get(f"/api/v1/players/{one.pk}/statistics/{GAME}/?opponent={one.pk}").status_code == 400


def test_the_sums_of_an_opponents_games_are_of_these_games(event: Event) -> None:
    """Everybody at the tables of somebody is a filter without a player."""
    _one, other = pair(event)
    theirs = Statistics(GameFilter(GAMES[GAME], opponent=other))
    everything = Statistics(GameFilter(GAMES[GAME]))
    assert (theirs.count, everything.count) == (3, 6)
    turns = [found.sums.total(OPENINGS)["games"].sum() for found in (theirs, everything)]
    assert turns == [3 * 2 * 3, 6 * 2 * 3], "games, players and first turns"


def test_without_a_common_game_the_page_says_so(event: Event) -> None:
    one, other = pair(event)
    found = Client().get(address(one, other, query="?players=4"))
    assert "No verified game matches this filter." in found.content.decode()
    assert api(one, other, "?players=4").json()["head_to_head"] is None
    assert Client().get(address(one, other, query="?players=9")).status_code == 400
    none = Client().get(reverse("players:against", args=[one.pk, "ishtar", other.pk])).content.decode()
    assert "have no verified game of Ishtar" in none


def test_nobody_is_compared_who_has_deleted_the_account(event: Event) -> None:
    one, other = pair(event)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="finished")
    delete_person(other.user, user=other.user)
    for first, second in ((one, other), (other, one)):
        for path in (address(first, second), address(first, second, "games")):
            assert Client().get(path).status_code == 404
        assert api(first, second).status_code == 404
    page = Client().get(reverse("players:statistics", args=[one.pk, GAME]))
    assert address(one, other) not in page.content.decode()
    offered = [key for key, _name in page.context["form"].fields["opponent"].choices]
    assert offered == ["", *(user.player.pk for user in event.players[2:])]
    assert Client().get(f"/dashboards/{GAME}/games/?player={one.pk}&opponent={other.pk}").status_code == 400


def test_staff_compare_nobody_with_a_merged_player(event: Event) -> None:
    """The page leads to who has taken over; the API has no addresses to lead to."""
    one, other = pair(event)
    guest, staff = Player.objects.create(name="Guest", created_by=event.organiser), account("staff", is_staff=True)
    address_of_pair = f"/api/v1/players/{one.pk}/statistics/{GAME}/against/{guest.pk}/"
    client = Client()
    client.force_login(staff)
    assert client.get(address_of_pair).status_code == 200
    merge_players(staff, guest, other)
    assert client.get(address_of_pair).status_code == 404


def test_a_merged_player_leads_to_the_one_who_has_taken_over(event: Event) -> None:
    one, other = pair(event)
    guest = Player.objects.create(name="Guest", created_by=event.organiser)
    merge_players(account("staff", is_staff=True), guest, other)
    for first, second, then in ((one, guest, (one, other)), (guest, one, (other, one))):
        found = Client().get(address(first, second, query="?players=2"))
        assert (found.status_code, found.headers["Location"]) == (302, address(*then, query="?players=2"))
