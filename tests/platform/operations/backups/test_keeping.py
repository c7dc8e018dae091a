"""Which scheduled backups stay: 7 daily, 4 weekly, 12 monthly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from nabu.operations.backups.keeping import archive_name, good_backups, kept, made_at, seal_name
from tests.cases import each

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
moments = st.datetimes(datetime(2024, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))


def days(*texts: str) -> set[datetime]:
    """Noon of these days."""
    return {datetime.fromisoformat(f"{text}T12:00:00+00:00") for text in texts}


def test_a_year_of_nights_by_hand() -> None:
    """2026-11-30 is a Monday: ISO weeks end on the Sundays 29, 22 and 15."""
    every = {NOON - timedelta(days=n) for n in range(400)}
    daily = days(*(f"2026-11-{day}" for day in (30, 29, 28, 27, 26, 25, 24)))
    weekly = days("2026-11-30", "2026-11-29", "2026-11-22", "2026-11-15")
    monthly = days(
        "2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30",
        "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31",
    )  # fmt: skip
    assert kept(every, NOON) == daily | weekly | monthly


def test_of_several_on_one_day_the_last_stays() -> None:
    today = {NOON - timedelta(hours=n) for n in range(5)}
    assert kept(today, NOON) == {NOON}


def test_a_gap_of_months_makes_nothing_go() -> None:
    """The site was off from spring to autumn."""
    old = days("2026-03-01", "2026-03-02", "2026-03-03")
    assert kept(old, NOON) == old
    assert kept(old | days("2026-11-30"), NOON) == old | days("2026-11-30")


def test_the_days_are_those_of_the_site() -> None:
    """Two backups of one day in UTC that are of two nights elsewhere."""
    evening, night = datetime(2026, 11, 30, 1, tzinfo=UTC), datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert kept({evening, night}, NOON) == {night}
    assert kept({evening, night}, NOON, lambda at: (at - timedelta(hours=8)).date()) == {evening, night}


@given(st.sets(moments, max_size=60), moments)
def test_the_newest_stays_and_no_more_than_the_rule_says(made: set[datetime], now: datetime) -> None:
    stay = kept(made, now)
    past = {at for at in made if at <= now}
    assert stay <= made
    assert made - past <= stay, "what a clock that was ahead has dated waits for its time"
    assert not past or max(past) in stay
    assert len(stay & past) <= 7 + 4 + 12
    assert {at.date() for at in stay & past} >= set(sorted({at.date() for at in past})[-7:])


@given(st.sets(moments, max_size=60), moments, st.timedeltas(timedelta(), timedelta(days=800)))
def test_a_clock_that_was_set_back_loses_nothing(made: set[datetime], now: datetime, back: timedelta) -> None:
    """What the rule wants to keep, it keeps with a clock that is behind too."""
    assert kept(made, now) <= kept(made, now - back)
    assert kept(kept(made, now), now) == kept(made, now)


@given(st.lists(moments, unique=True, max_size=60))
def test_to_apply_it_every_night_is_to_apply_it_once(made: list[datetime]) -> None:
    """Nothing goes today that the rule would want next month."""
    there: set[datetime] = set()
    for at in sorted(made):
        there = kept(there | {at}, at)
    assert there == (kept(made, max(made)) if made else set())


@given(moments)
def test_a_name_says_when_it_was_made(at: datetime) -> None:
    assert made_at(archive_name(at)) == made_at(seal_name(at)) == at


NOT_OURS = (
    "nabu.zip", "nabu-2026-11-30.zip", "nabu-scheduled-20261130T020013.000000Z.zip.part",
    "nabu-scheduled-20260231T020013.000000Z.zip", "old-nabu-scheduled-20261130T020013.000000Z.zip",
    "nabu-scheduled-20261130T020013.000000Z.json", "nabu-scheduled-20261130.zip",
    "nabu-scheduled-20261130T020013Z.zip",
)  # fmt: skip


@each("name", NOT_OURS)
def test_other_files_are_none_of_ours(name: str) -> None:
    assert made_at(name) is None


def test_only_an_archive_with_its_note_is_good() -> None:
    first, second, third = (NOON - timedelta(days=n) for n in (2, 1, 0))
    names = {archive_name(first), seal_name(first), archive_name(second), seal_name(third), "nabu.zip"}
    assert good_backups(names) == [first]
