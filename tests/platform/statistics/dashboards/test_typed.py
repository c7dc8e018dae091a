"""Typed score sheets in the statistics: in points by source and nowhere else, marked, and gone once a log says more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from analytics.frames import no_frames
from analytics.sources import source_totals, winners_against_rest
from analytics.variants_stats import GAMES as GAMES_FAMILY
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import Rating
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.dashboards.facts.staleness import made_stale_by
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.store.lists import enter, listed
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, approved, log_of, make_event, users
from tests.platform.sheets import Points, points_of, sums
from tests.platform.statistics.dashboards.proven import counted, prove, proven_event

BABYLONIA = GAMES["babylonia"]
KEYS = source_keys(BABYLONIA)


def made() -> Event:
    found = approved(make_event(4, table_size=2))
    Tournament.objects.filter(pk=found.tournament.pk).update(statistics_need="agreed")
    found.pair()
    return found


db, kept_world, changes_are_taken_back, event = kept_for_file(made, "event")


@pytest.fixture
def tables(event: Event) -> list[Table]:
    return list(Table.objects.filter(round__stage__tournament=event.tournament).order_by("number"))


def typed(table: Table, seed: int = 7) -> Points:
    """A sheet that one side of the table types and the other confirms."""
    points = points_of(log_of(table, seed))
    first, second, *_others = users(table)
    services.confirm_report(second, services.report_result(first, table, (), points=points))
    return points


def statistics(**chosen: Any) -> Statistics:
    counted()
    return Statistics(GameFilter(BABYLONIA, **chosen))


def means(found: Statistics) -> dict[str, float]:
    """Points by source of a player in a game."""
    totals = source_totals(found.source_sums, KEYS)
    assert totals is not None
    return {share.source: share.mean for share in totals.sources}


def test_a_typed_game_gives_the_same_points_by_source_as_its_log(tables: list[Table]) -> None:
    typed(tables[0])
    by_sheet = statistics()
    assert (by_sheet.count, by_sheet.typed.count) == (0, 1)
    contrast = winners_against_rest(by_sheet.source_sums, KEYS)
    of_sheet = means(by_sheet), [(row.source, row.winners, row.rest) for row in contrast.sources]
    prove(tables[1], seed=8)
    assert (statistics().count, statistics().typed.count) == (1, 1)
    services.reopen_table(Tournament.objects.get().organiser, tables[1], "Only the other table counts.")
    submission = services.submit_log(users(tables[0])[0], log_of(tables[0], 7), tables[0])
    assert do_jobs("verify") == 1
    submission.refresh_from_db()
    by_log = statistics()
    assert (by_log.count, by_log.typed.count) == (1, 0)
    contrast = winners_against_rest(by_log.source_sums, KEYS)
    assert (means(by_log), [(row.source, row.winners, row.rest) for row in contrast.sources]) == of_sheet


def test_typed_games_are_in_no_other_statistic_and_vanish_when_left_out(tables: list[Table]) -> None:
    typed(tables[0])
    prove(tables[1], seed=8)
    both, without = statistics(), statistics(typed=False)
    assert store_of(BABYLONIA).games()["game_id"].tolist() == [tables[1].pk]
    assert listed("babylonia-typed").store.games()["game_id"].tolist() == [tables[0].pk]
    assert both.sums.total(GAMES_FAMILY)["games"].sum() == 1
    assert means(both) != means(without)
    assert source_totals(without.source_sums, KEYS) == source_totals(both.sums, KEYS)
    assert without.typed.count == 0
    assert both.games_by_player.sum() == 4
    assert without.games_by_player.sum() == 2
    assert both.people_by_source["score"].sum() == both.people["score"].sum() + both.typed.people["score"].sum()


def test_a_tournament_that_needs_replayed_games_leaves_typed_ones_out_unless_they_are_asked_for(
    tables: list[Table],
) -> None:
    typed(tables[0])
    Tournament.objects.update(statistics_need="replayed")
    assert statistics().typed.count == 0
    assert statistics(proof="agreed").typed.count == 1
    assert statistics(proof="replayed").typed.count == 0


def test_a_sheet_counts_once_it_is_agreed_and_as_long_as_its_result_stands(event: Event, tables: list[Table]) -> None:
    table = tables[0]
    first, second = users(table)
    report = services.report_result(first, table, (), points=points_of(log_of(table)))
    assert statistics().typed.count == 0
    services.confirm_report(second, report)
    assert statistics().typed.count == 1
    services.rule_result(event.organiser, table, Ruling([100, 90], reason="Misread."))
    assert statistics().typed.count == 0
    points = points_of(log_of(table, 3))
    services.rule_result(event.organiser, table, Ruling(points=points, reason="Counted again."))
    assert statistics().typed.people["score"].tolist() == sums(points)
    services.reopen_table(event.organiser, table, "Another table.")
    assert statistics().typed.count == 0


def test_a_change_of_a_sheet_has_its_tournament_looked_at(event: Event, tables: list[Table]) -> None:
    services.report_result(users(tables[0])[0], tables[0], (), points=points_of(log_of(tables[0])))
    made = AuditEntry.objects.get(action="report.made")
    assert made_stale_by(made) == {event.tournament.pk}


def test_the_pages_say_how_many_are_typed_and_lead_to_them(client: Client, tables: list[Table]) -> None:
    typed(tables[0])
    counted()
    page = client.get(reverse("dashboards:sources", args=["babylonia"])).content.decode()
    assert "0 verified games</a> and 1 game from a typed score sheet" in " ".join(page.split())
    assert reverse("table:page", args=[tables[0].pk]) in page
    assert 'name="typed"' in page
    prove(tables[1], seed=8)
    counted()
    page = client.get(reverse("dashboards:sources", args=["babylonia"])).content.decode()
    assert "1 verified game</a> and 1 game from a typed score sheet" in " ".join(page.split())
    assert "Points per game by quarter of the turns, 1 game<" in page
    players = client.get(reverse("dashboards:players", args=["babylonia"])).content.decode()
    assert "1 typed" in players
    without = client.get(reverse("dashboards:sources", args=["babylonia"]), {"typed": "no"}).content.decode()
    assert "typed score sheet</a>" not in without
    assert "without typed score sheets" in without
    assert re.search(r"1 verified game</a></span>.*>without typed score sheets<", " ".join(without.split()))
    assert client.get(reverse("dashboards:game", args=["babylonia"]), {"typed": "yes"}).status_code == 400
    for address in ("dashboards:cards", "dashboards:seats", "dashboards:variants", "dashboards:games"):
        assert "and 1 game from a typed" not in client.get(reverse(address, args=["babylonia"])).content.decode()
    of_tournament = client.get(reverse("tournaments:dashboard", args=[Tournament.objects.get().pk])).content.decode()
    assert "and 1 game from a typed score sheet" in of_tournament
    assert client.get(reverse("tournaments:dashboard_print", args=[Tournament.objects.get().pk])).status_code == 200


def test_api_and_csv_have_the_number_of_typed_games(client: Client, tables: list[Table]) -> None:
    typed(tables[0])
    prove(tables[1], seed=8)
    counted()

    def rows(table: str, **chosen: str) -> tuple[dict[str, Any], dict[str, Any]]:
        answer = client.get(f"/api/v1/dashboards/babylonia/{table}/", chosen).json()
        return answer, answer["rows"][0]

    for table, games in (("sources", 2), ("winners", 2), ("players", 1)):
        answer, row = rows(table)
        assert (answer["games"], answer["typed_games"]) == (1, 1)
        assert row["games"] == games
    assert rows("sources")[1]["typed_games"] == 1
    assert sum(row["typed_games"] for row in rows("players")[0]["rows"]) == 2 * len(KEYS)
    answer, row = rows("sources", typed="no")
    assert (answer["typed_games"], row["games"], row["typed_games"]) == (0, 1, 0)
    csv = client.get(reverse("dashboards:csv", args=["babylonia", "sources"])).content.decode()
    assert "typed_games" in csv.splitlines()[0]


def test_a_player_is_compared_with_peers_over_typed_games_too() -> None:
    event = proven_event(players=12, rounds=2)
    Tournament.objects.update(statistics_need="agreed")
    for table in event.pair().tables.all():
        typed(table, 70 + table.number)
    counted()
    Rating.objects.update(value=1500)
    player = Player.objects.get(user=event.players[0])
    found = Client().get(f"/api/v1/players/{player.pk}/statistics/babylonia/").json()
    assert found["record"]["games"] == 2
    assert {(row["games"], row["typed_games"]) for row in found["sources"]} == {(3, 1)}
    page = Client().get(reverse("players:statistics", args=[player.pk, "babylonia"])).content.decode()
    assert f"1 game of {player.name} comes from a typed score sheet." in page
    without = Client().get(f"/api/v1/players/{player.pk}/statistics/babylonia/?typed=no").json()
    assert {(row["games"], row["typed_games"]) for row in without["sources"]} == {(2, 0)}


def test_the_store_of_typed_games_is_compared_and_rebuilt_like_the_other(tables: list[Table]) -> None:
    typed(tables[0])
    counted()
    before = listed("babylonia-typed")
    assert enter(before, before.store.updated(no_frames(), [tables[0].pk]), 0)
    with pytest.raises(Exception, match=f"babylonia game {tables[0].pk} is missing in the store"):
        call_command("facts", "compare")
    call_command("facts", "rebuild")
    call_command("facts", "compare")
    assert listed("babylonia-typed").store.games()["game_id"].tolist() == [tables[0].pk]
