"""Figures by date."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from analytics.figures.by_date import (
    MOST_SCORES,
    DatedValue,
    Dates,
    DateWords,
    date_ticks,
    months_figure,
    rating_figure,
    scores_figure,
)
from analytics.figures.parts import MOST_TICKS
from analytics.play_periods import by_month
from tests.analytics.figures.drawn import check
from tests.analytics.played import game

WORDS, DATES = DateWords(), Dates()
NEW_YEAR = date(2026, 1, 1)


def address(number: int) -> str:
    return f"/tables/{number}/anatomy/"


def test_the_rating_holds_until_the_next_day_with_a_game_in_its_band() -> None:
    values = [DatedValue(NEW_YEAR, 1500, 100), DatedValue(date(2026, 3, 1), 1560, 60)]
    figure = rating_figure(values, WORDS, DATES)
    check(figure)
    upper, lower, line = figure.data
    assert (upper["y"], lower["y"], line["y"]) == ([1600, 1620], [1400, 1500], [1500, 1560])
    assert line["x"][1] - line["x"][0] == 59, "a day is a day, with or without games"
    assert line["line"]["shape"] == "hv"
    assert "from 1500 to 1560" in figure.alt
    assert rating_figure(values[:1], WORDS, DATES).data == []


def test_scores_lead_to_their_games_and_the_most_frequent_number_of_players_has_a_line() -> None:
    games = [(NEW_YEAR + timedelta(number), game(number, score=100 + number)) for number in range(12)]
    games.append((NEW_YEAR + timedelta(20), game(20, score=60, players=4)))
    figure = scores_figure(games, address, WORDS, DATES, {})
    check(figure)
    four, two, line = figure.data
    assert [point["href"] for point in four["customdata"]] == [address(20)]
    assert two["y"] == [100 + number for number in range(12)]
    assert line["y"] == [104.5, 105.5, 106.5], "means of ten"
    assert line["x"] == two["x"][-3:]
    many = [(NEW_YEAR, game(number)) for number in range(MOST_SCORES + 5)]
    assert len(scores_figure(many, address, WORDS, DATES, {}).data[0]["x"]) == MOST_SCORES
    assert scores_figure([], address, WORDS, DATES, {}).data == []


def test_the_line_through_scores_is_of_one_variant() -> None:
    games = [(NEW_YEAR + timedelta(n), game(n, score=100, variant="base")) for n in range(11)]
    games += [(NEW_YEAR + timedelta(n), game(n, score=900, variant="long")) for n in range(11, 16)]
    figure = scores_figure(games, address, WORDS, DATES, {"base": "Base", "long": "Long"})
    other, main, line = figure.data
    assert (set(other["y"]), set(main["y"]), line["y"]) == ({900}, {100}, [100.0, 100.0])
    assert [key.words for key in figure.keys] == ["2 players · Base", "other table sizes or variants"]


def test_months_that_may_be_chance_are_open_and_those_without_an_expectation_are_not_drawn() -> None:
    games = [(date(2026, 1, 1), game(number, win=1.0)) for number in range(8)]
    games += [(date(2026, 2, 1), game(number)) for number in range(10, 18)]
    games += [(date(2026, 3, 1), game(20, win=1.0))]
    games += [(date(2026, 4, 1), game(30, expected=None))]
    figure = months_figure(by_month(games), WORDS, DATES)
    check(figure)
    better, worse, unclear = figure.data
    assert [len(trace["x"]) for trace in (better, worse, unclear)] == [1, 1, 1]
    assert (better["y"], worse["y"], unclear["y"]) == ([50], [-50], [50])
    assert (unclear["marker"]["symbol"], unclear["error_y"]["array"]) == ("circle-open", [0])
    assert figure.alt == "Dots with intervals for 3 months: 1 better than expected, 1 worse."
    assert months_figure(by_month(games[-1:]), WORDS, DATES).data == []


@given(st.dates(date(1990, 1, 1), date(2040, 1, 1)), st.integers(0, 12_000))
def test_ticks_of_dates_are_few_and_lie_between_the_ends(first: date, days: int) -> None:
    last = first + timedelta(days)
    ticks = date_ticks(first, last, DATES)
    places = [place for place, _name in ticks]
    assert 1 <= len(ticks) <= MOST_TICKS
    assert places == sorted(set(places))
    assert all(first.toordinal() <= place <= last.toordinal() for place in places)
    assert all(name == date.fromordinal(place).isoformat() for place, name in ticks)
    if days > 90:
        assert all(date.fromordinal(place).day == 1 for place in places)
