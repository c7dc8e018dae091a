"""The name and the day of an event that takes place again."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from nabu.contests.series.again import at, bare_name, coming_dates, moved, next_day, next_name
from tests.profiles import examples

DAYS = st.dates(date(2020, 1, 1), date(2040, 1, 1))


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Tuesday night 14", "Tuesday night 15"),
        ("Tuesday night #9", "Tuesday night #10"),
        ("League (2)", "League (3)"),
        ("Night 09", "Night 10"),
        ("Night 099", "Night 100"),
        ("14. Spieleabend", "15. Spieleabend"),
        ("Tuesday night", "Tuesday night"),
        ("Cup 2026", "Cup 2026"),
        ("Ishtar for 4 players", "Ishtar for 4 players"),
        ("Open 30.11.2026", "Open 30.11.2026"),
        ("Night 19:30", "Night 19:30"),
        ("21st night", "21st night"),
        ("B14", "B14"),
    ],
)
def test_only_a_number_that_counts_is_counted_on(name: str, following: str) -> None:
    assert next_name(name, 120) == following


def test_a_name_that_would_be_too_long_stays() -> None:
    assert next_name("Night 9", 7) == "Night 9"


@examples(30)
@given(st.text("abc #(", max_size=12), st.integers(0, 99_998).filter(lambda n: not 1900 <= n < 2100))
def test_counting_on_and_taking_the_number_away_agree(words: str, number: int) -> None:
    name, following = f"a{words} {number}", f"a{words} {number + 1}"
    assert next_name(name, 120) == following
    if not 1900 <= number + 1 < 2100:
        assert bare_name(name) == bare_name(following)
    assert bare_name(name)


@given(DAYS, DAYS, st.sampled_from([1, 2, 4]))
def test_the_next_day_is_the_first_of_the_rhythm_that_is_not_over(day: date, today: date, weeks: int) -> None:
    following, step = next_day(day, today, weeks), timedelta(weeks=weeks)
    assert (following - day) % step == timedelta()
    assert following > day
    assert following >= today
    assert following - step <= day or following - step < today


def test_last_week_s_event_is_next_week_s() -> None:
    tuesday = date(2026, 11, 24)
    assert next_day(tuesday, date(2026, 11, 25)) == date(2026, 12, 1)
    assert next_day(tuesday, date(2026, 12, 1)) == date(2026, 12, 1)
    assert next_day(tuesday, date(2027, 2, 1)) == date(2027, 2, 2)
    assert next_day(date(2026, 12, 8), date(2026, 11, 30)) == date(2026, 12, 15)


def test_times_stay_what_the_clocks_show_when_they_change() -> None:
    with timezone.override("Europe/Berlin"):
        # 24 October 2026 is in summer time (+2), a week later it is winter (+1): 18:00 of the site is both times 18:00.
        opens = datetime(2026, 10, 24, 16, 0, tzinfo=UTC)
        assert moved(opens, timedelta(days=7)) == datetime(2026, 10, 31, 17, 0, tzinfo=UTC)
        assert moved(None, timedelta(days=7)) is None
        # 29 March 2026 has no 2:30; there it is 1:30 UTC, which clocks call 3:30.
        assert at(date(2026, 3, 29), time(2, 30)) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


@given(DAYS, DAYS, st.sampled_from([1, 2, 4]), st.integers(1, 6), st.sets(st.integers(0, 8)))
def test_dates_of_a_series(start: date, today: date, weeks: int, most: int, left_out: set[int]) -> None:
    step = timedelta(weeks=weeks)
    first = start if start >= today else next_day(start, today, weeks)
    skipped = {(first + number * step).isoformat() for number in left_out}
    found = coming_dates(start, weeks, today, skipped=skipped, until=None, most=most)
    assert found == [first + number * step for number in range(len(found))]
    assert sum(day.isoformat() not in skipped for day in found) == most
    until = first + step
    assert all(day <= until for day in coming_dates(start, weeks, today, skipped=skipped, until=until, most=most))
