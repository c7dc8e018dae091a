"""Long standings in pages, the search, the own line, and the ranking that is kept."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from competition.formats import StageSpec
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import ranking
from nabu.contests.tournaments.stages import finish_stage
from nabu.contests.tournaments.standings import pages
from nabu.web.shared_pages.store import store
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, make_event, seats
from tests.platform.web.shared_pages.days import audience


@pytest.fixture(autouse=True)
def three_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a page."""
    monkeypatch.setattr(pages, "ROWS_PER_PAGE", 3)
    monkeypatch.setattr("nabu.contests.tournaments.standings.views.ROWS_PER_PAGE", 3)


def event_with_a_result() -> Event:
    made = make_event(8, table_size=2)
    made.pair()
    rule(made)
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(event_with_a_result, "event")


def rule(event: Event) -> None:
    table = Table.objects.filter(round__stage__tournament=event.tournament, status="open", is_bye=False).first()
    assert table
    rule_result(event.organiser, table, Ruling([30, 20]))


def names(page: str) -> list[str]:
    return re.findall(r'<th scope="row"[^>]*><a[^>]*><bdi>([^<]+)</bdi></a>', page)


def test_all_pages_together_are_the_ranking(event: Event) -> None:
    address = reverse("tournaments:standings", args=[event.tournament.pk])
    shown = [names(Client().get(f"{address}?page-1={number}").content.decode()) for number in (1, 2, 3)]
    assert [len(page) for page in shown] == [3, 3, 2]
    assert sum(shown, []) == [line.competitor.name for line in ranking(Stage.objects.get())]
    first = Client().get(address).content.decode()
    assert names(first) == shown[0]
    assert 'href="?page-1=3"' in first


def test_the_page_after_a_round_keeps_its_round(event: Event) -> None:
    for _ in range(3):
        rule(event)
    event.pair()
    page = Client().get(reverse("tournaments:standings", args=[event.tournament.pk]) + "?after-1=1&page-1=2")
    assert 'href="?after-1=1&amp;page-1=3"' in page.content.decode()


def test_somebody_is_found_by_a_part_of_the_name(event: Event) -> None:
    address = reverse("tournaments:standings", args=[event.tournament.pk])
    assert names(Client().get(f"{address}?q=PLAYER 7").content.decode()) == ["Player 7"]
    assert "No players match." in Client().get(f"{address}?q=Gilgamesh").content.decode()


@pytest.mark.both_databases
def test_a_player_finds_the_own_line(event: Event) -> None:
    address = reverse("tournaments:standings", args=[event.tournament.pk])
    place, line = next((i, s) for i, s in enumerate(ranking(Stage.objects.get())) if s.competitor.name == "Player 8")
    client = audience(event).client("last", "en")
    page = client.get(address).content.decode()
    assert f"Your place: {line.place}" in page
    link = re.search(r'href="(\?(?:page-1=\d+)?)#(entry-[\d-]+)">Find me', page)
    assert link is not None
    there = client.get(address + link[1]).content.decode()
    assert re.search(rf'id="{link[2]}" class="[^"]*own-row"', there)
    assert link[1] == ("?" if place < 3 else f"?page-1={place // 3 + 1}")
    assert "Find me" not in Client().get(address).content.decode()


def test_a_place_in_an_earlier_stage_is_not_called_the_place_in_the_tournament() -> None:
    stages = [StageSpec("swiss", {"rounds": 1, "advance": 2}), StageSpec("single_elimination")]
    two = make_event(4, table_size=2, prefix="two", stages=stages)
    for upset in (False, True):
        for table in two.pair().tables.filter(is_bye=False):
            places = sorted(seats(table), key=lambda seat: seat.entry.seed, reverse=upset)
            rule_result(two.organiser, table, Ruling([50 - places.index(seat) for seat in seats(table)]))
        for stage in Stage.objects.filter(status="running", position=1):
            finish_stage(two.organiser, stage)
    client = Client()
    client.force_login(two.players[0], backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("tournaments:standings", args=[two.tournament.pk])).content.decode()
    assert "Your place: 2" in page
    assert "Swiss: your place is 1" in page
    assert page.count("Your place: ") == 1
    link = re.search(r'href="\?#(entry-all-\d+)">Find me', page)
    assert link is not None
    assert f'id="{link[1]}"' in page


def test_the_files_have_all_lines(event: Event) -> None:
    csv = Client().get(reverse("tournaments:export_csv", args=[event.tournament.pk, "standings"])).content.decode()
    assert csv.count("Player ") == 8
    paper = Client().get(reverse("tournaments:print_standings", args=[event.tournament.pk])).content.decode()
    assert all(f"Player {number}" in paper for number in range(1, 9))


class TestKeptRanking:
    """The ranking of a stage is computed once for each version."""

    @pytest.mark.both_databases
    def test_it_is_computed_once_until_a_result_changes(
        self, event: Event, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        stage = Stage.objects.select_related("tournament").get()
        ranking(stage)
        with django_assert_num_queries(1):
            again = ranking(stage)
        rule(event)
        assert [line.points for line in ranking(stage)] != [line.points for line in again]

    def test_whoever_changes_the_list_changes_only_a_copy(self, event: Event) -> None:
        stage = Stage.objects.get()
        ranking(stage).clear()
        assert len(ranking(stage)) == 8

    def test_nothing_is_kept_of_what_is_taken_back(self, event: Event) -> None:
        stage = Stage.objects.get()
        before = ranking(stage)
        with transaction.atomic():
            rule(event)
            assert ranking(stage) != before
            transaction.set_rollback(True)
        assert ranking(stage) == before

    @pytest.mark.both_databases
    def test_a_dispute_of_a_confirmed_result_changes_it(self, event: Event) -> None:
        """Only the state of the table changes then, no seat."""
        stage = Stage.objects.get()
        before = [line.points for line in ranking(stage)]
        table = Table.objects.get(status="confirmed")
        from nabu.accounts.audit.changes import audited
        from nabu.accounts.audit.services import audit
        from nabu.contests.tournaments.locks import lock_tournament

        @audited
        def dispute(actor: object) -> Table:
            lock_tournament(event.tournament.pk)
            table.status = Table.Status.DISPUTED
            table.save()
            audit(event.organiser, "report.disputed", table, tournament=event.tournament)
            return table

        dispute(event.organiser)
        assert [line.points for line in ranking(stage)] != before


def test_each_page_is_kept_and_no_other(event: Event) -> None:
    address = reverse("tournaments:standings", args=[event.tournament.pk])
    for query in ("", "?page-1=2", "?page-1=3", "?page-1=4", "?page-1=9999", "?after-1=77", "?q=a"):
        assert Client().get(address + query).status_code == 200
    assert len(store._entries) == 3
