"""The page about seats: the answer first, for each number of players; every number opens its games."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.test import Client

from analytics.intervals import Interval, wilson
from analytics.seats import SeatRow, SeatTable, Verdict
from nabu.statistics.dashboards.questions.seats.page import caveat, sentences
from tests.cases import each
from tests.platform.statistics.dashboards.proven import proven_event


def page_of(address: str) -> str:
    response = Client().get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_few_games_say_so_and_every_number_opens_its_games() -> None:
    event = proven_event()
    page = page_of("/dashboards/babylonia/seats/")
    assert "Share of wins with 4 players" in page
    assert "Too few games: 4 of 20." in page
    assert "How strong the players are is not known yet." in page.partition('id="seats-figure-1"')[0]
    assert "How strong the players are is not known yet." in page_of("/dashboards/babylonia/")
    assert 'id="seats-figure-1"' in page
    rows = list(csv.DictReader(StringIO(page_of("/dashboards/babylonia/seats.csv").removeprefix("\ufeff"))))
    assert [int(row["seat"]) for row in rows] == [0, 1, 2, 3]
    assert sum(float(row["wins"]) for row in rows) == 4
    winner = next(row for row in rows if float(row["wins"]) > 0)
    address = f"?players=4&winner_seat={int(winner['seat']) + 1}"
    assert f"/dashboards/babylonia/games/{address.replace('&', '&amp;')}" in page
    assert "Games that seat" in page_of(f"/dashboards/babylonia/games/{address}")
    answer = Client().get("/api/v1/dashboards/babylonia/seats/").json()
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in answer["rows"]] == rows
    one = page_of(f"/tournaments/{event.tournament.pk}/dashboard/seats/")
    assert "Too few games: 4 of 20." in one


def seats(verdict: Verdict, wins: tuple[int, ...], smallest: float = 0.04, unknown: int = 0) -> SeatTable:
    """A table of seats with these wins; of so many games the players are unknown."""
    games, par = sum(wins), 1 / len(wins)
    rows = []
    for seat, won in enumerate(wins):
        span = wilson(won, games)
        assert span is not None
        above = won / games - par
        rows.append(
            SeatRow(
                seat, won, won / games, span, above, Interval(above - 0.03, above + 0.03), 0, None, 0, None, 0, None
            )
        )
    return SeatTable(len(wins), games, par, tuple(rows), 0.2, 0.2, 0.2, games - unknown, verdict, 3000, 5000, smallest)


@each(
    ("table", "words"),
    [
        (seats("difference", (160, 120, 60, 60)), "Seat 1 wins more, seat 3 less than the players' strength predicts."),
        (seats("difference", (160, 120, 60, 60), unknown=400), "Seat 1 wins more, seat 3 less than an even share."),
        (seats("unclear", (160, 120, 60, 60)), "The seats differ, but the players' form could explain it."),
        (seats("small_difference", (2600, 2500, 2450, 2450)), "The seats differ, but too little to matter."),
        (seats("no_difference", (112, 103, 99, 98)), "No seat is shown to be better."),
        (seats("too_few", (30, 20, 25, 25), 0.15), "No seat is shown to be better."),
        (seats("too_few", (3, 2, 1, 1), 0.15), "Too few games: 7 of 20."),
    ],
)
def test_the_answer_is_a_sentence_made_from_the_numbers(table: SeatTable, words: str) -> None:
    verdict, *more = sentences(table)
    assert verdict == words
    assert more[-1].startswith("Seat 1, which starts, won ")
    assert f" of {table.games} games (" in more[-1]
    assert "(p " not in " ".join(more), "the test stands below, with the method"


def test_how_sure_the_answer_is_stands_behind_it() -> None:
    assert "+15.0 and −10.0 percentage points" in sentences(seats("difference", (160, 120, 60, 60)))[1]
    assert (
        "An advantage of 4.0 percentage points would very" in sentences(seats("no_difference", (112, 103, 99, 98)))[1]
    )
    assert "about 3000 games would show it" in " ".join(sentences(seats("too_few", (30, 20, 25, 25), 0.15)))


@each(
    ("unknown", "words"),
    [
        (0, ""),
        (39, ""),
        (
            120,
            "In 120 of 400 games, the strength of some players is not known. If stronger players prefer a seat, that "
            "is part of its number.",
        ),
        (
            400,
            "How strong the players are is not known yet. If stronger players prefer a seat, that is part of its "
            "number.",
        ),
    ],
)
def test_what_is_not_known_of_the_players_stands_beside_the_number(unknown: int, words: str) -> None:
    assert caveat(seats("difference", (160, 120, 60, 60), unknown=unknown)) == words
