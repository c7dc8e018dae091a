"""The page with the sums behind a place: what it says is what the standings say."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.tie_breaks import TIE_BREAKS
from nabu.contests.results import services as matches
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.standings.breakdown import breakdown_of
from nabu.core.sentences import sentence
from tests.platform.scenario import Event, make_event, users

pytestmark = pytest.mark.usefixtures("db")


def play(event: Event) -> None:
    """A round in which everybody wins 90 to 80 from the first seat."""
    for table in event.pair().tables.filter(is_bye=False):
        report = matches.report_result(users(table)[0], table, [90, 80])
        matches.confirm_report(users(table)[1], report)


def with_tie_breaks(event: Event, *keys: str) -> Stage:
    stage = event.tournament.stages.get()
    stage.config = {**stage.config, "tie_breaks": list(keys)}
    stage.save()
    return stage


def address(stage: Stage, entry: int) -> str:
    return reverse("tournaments:breakdown", args=[stage.pk, entry])


def text_of(client: Client, where: str) -> str:
    response = client.get(where)
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_page_shows_every_value_of_the_standings(client: Client) -> None:
    event = make_event(5, table_size=2, rounds=3)
    play(event)
    play(event)
    stage = with_tie_breaks(event, *TIE_BREAKS)
    for row in standings(stage):
        found = breakdown_of(stage, row.entry.pk)
        assert found is not None
        assert float(found.points.value) == float(row.points)
        shown = {tie_break.key: None if value is None else float(value.value) for tie_break, value in found.tie_breaks}
        assert {key: value for key, value in shown.items() if value is not None} == row.tie_breaks
        text = text_of(client, address(stage, row.entry.pk))
        for chosen in TIE_BREAKS.values():
            assert f"{sentence(chosen.name)} ({chosen.code})" in text.replace("&#x27;", "'")
            assert f"Rules: {sentence(chosen.version)}" in text


@pytest.mark.parametrize(
    ("key", "name", "version"),
    [
        ("vp_share", "Share of victory points (VP%)", "Nabu, version 1"),
        ("vp_relative", "Relative victory points (VP×)", "Nabu, version 2"),
    ],
)
def test_the_version_that_a_stage_has_is_named_everywhere(client: Client, key: str, name: str, version: str) -> None:
    event = make_event(4, table_size=2, rounds=1)
    play(event)
    stage, entry = with_tie_breaks(event, key), event.tournament.entries.all()[0].pk
    definition = str(sentence(TIE_BREAKS[key].definition))
    for page in (
        text_of(client, reverse("tournaments:standings", args=[event.tournament.pk])),
        text_of(client, address(stage, entry)),
    ):
        assert all(words in page.replace("&#x27;", "'") for words in (name, definition, version))
    [shown] = client.get(f"/api/v1/stages/{stage.pk}/standings/{entry}/").json()["tie_breaks"]
    assert (shown["key"], shown["definition"], shown["version"]) == (key, definition, version)
    assert [
        *client.get(f"/api/v1/tournaments/{event.tournament.pk}/standings/").json()["results"][0]["tie_breaks"]
    ] == [key]
    paper = text_of(client, reverse("tournaments:print_stage", args=[stage.pk, "standings"]))
    assert f"{TIE_BREAKS[key].code} {sentence(TIE_BREAKS[key].name)}" in paper
    table = client.get(reverse("tournaments:export_csv", args=[event.tournament.pk, "standings"])).content.decode()
    assert table.splitlines()[0].rstrip().endswith(key)


def test_a_bye_and_a_cut_round_are_named(client: Client) -> None:
    event = make_event(3, table_size=2, rounds=3)
    play(event)
    play(event)
    stage = with_tie_breaks(event, "buchholz_cut1", "lot")
    pages = [text_of(client, address(stage, entry.pk)) for entry in event.tournament.entries.all()]
    assert any("bye: own score" in page for page in pages)
    assert all("cut: lowest" in page for page in pages)
    assert all(f"SHA-256 of “{event.tournament.lot}/1/standings/" in page for page in pages)


def test_the_standings_link_to_the_sums_and_name_the_rules(client: Client) -> None:
    event = make_event(4, table_size=2, rounds=3)
    play(event)
    stage = with_tie_breaks(event, "buchholz", "direct_encounter", "lot")
    page = client.get(reverse("tournaments:standings", args=[event.tournament.pk])).content.decode()
    for entry in event.tournament.entries.all():
        assert f'href="{address(stage, entry.pk)}"' in page
    assert "FIDE C.07, 1 March 2026" in page
    assert '<abbr title="Buchholz">BH</abbr>' in page
    assert ">LOT</abbr>" not in page, "the lot has no column, but its definition is there"
    assert 'id="definition-lot"' in page


def test_an_entry_of_another_tournament_is_not_found(client: Client) -> None:
    event, other = make_event(4, table_size=2), make_event(4, table_size=2, prefix="other")
    stage = event.tournament.stages.get()
    assert client.get(address(stage, other.tournament.entries.all()[0].pk)).status_code == 404
    assert client.get(address(stage, 0)).status_code == 404


def test_the_number_of_queries_is_constant(client: Client) -> None:
    counts = []
    for players, rounds in ((4, 1), (10, 4)):
        event = make_event(players, table_size=2, rounds=5, prefix=f"of{players}")
        for _round in range(rounds):
            play(event)
        where = address(with_tie_breaks(event, *TIE_BREAKS), event.tournament.entries.all()[0].pk)
        client.get(where)
        with CaptureQueriesContext(connection) as captured:
            client.get(where)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_api_gives_the_same_sums(client: Client) -> None:
    event = make_event(4, table_size=2, rounds=3)
    play(event)
    stage = with_tie_breaks(event, "opponents", "buchholz", "direct_encounter")
    row = standings(stage)[0]
    found = client.get(f"/api/v1/stages/{stage.pk}/standings/{row.entry.pk}/").json()
    assert (found["place"], found["entry"], found["points"]["value"]) == (1, row.entry.pk, float(row.points))
    for line in found["tie_breaks"]:
        if line["sum"] is not None:
            assert line["sum"]["value"] == row.tie_breaks[line["key"]]
            used = sum(term["value"] for term in line["sum"]["terms"] if term["used"])
            assert used / line["sum"]["divisor"] + line["sum"]["rounding"] == pytest.approx(line["sum"]["value"])
    assert client.get(f"/api/v1/stages/{stage.pk}/standings/0/").status_code == 404
