"""A series makes its next events by itself: each once, in time, and only while its organiser may."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.series import making, services, tasks
from nabu.contests.series.making import make_for
from nabu.contests.series.models import Series, SeriesEvent
from nabu.contests.series.services import (
    SeriesSpec,
    change_series,
    delete_series,
    keep_date,
    pause_series,
    resume_series,
    skip_date,
    start_series,
)
from nabu.contests.series.tasks import make_events
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.registration.queries import Phase, phase_of
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, delete_draft
from nabu.core import database_clock
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.test_races import at_once
from tests.platform.scenario import account

pytestmark = pytest.mark.django_db
FIRST = date(2026, 11, 24)  # a Tuesday


class Today:
    """The day on the site."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_(2026, 11, 25)
        monkeypatch.setattr(database_clock, "now", lambda: self.now)

    def is_(self, year: int, month: int, day: int, hour: int = 12) -> None:
        self.now = datetime(year, month, day, hour, tzinfo=UTC)


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> Today:
    return Today(monkeypatch)


@pytest.fixture
def owner() -> User:
    return account("ana")


def event_of(
    owner: User, *, club: Club | None = None, starts_at: time | None = time(19), **settings: Any
) -> Tournament:
    return create_tournament(
        owner,
        TournamentSpec(
            name="Tuesday night 14", game="babylonia", ruleset="base", components="babylonia-2019", club=club,
            stages=[StageSpec("swiss", {"table_size": 4, "rounds": 2})], starts_on=FIRST, starts_at=starts_at,
            **settings,
        ),
    )  # fmt: skip


def over(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")


def started(owner: User, **spec: Any) -> Series:
    first = event_of(owner)
    over(first)
    return start_series(owner, first, SeriesSpec("Tuesday night", **spec))


def days(series: Series) -> list[date]:
    return list(series.events.order_by("day").values_list("day", flat=True))


def test_the_next_event_is_made_at_once_and_opens_and_closes_by_itself(owner: User, day: Today) -> None:
    with timezone.override("Europe/Berlin"):
        series = started(owner)
        made = Tournament.objects.latest("pk")
        assert (made.name, made.starts_on, made.status) == ("Tuesday night 15", date(2026, 12, 1), "draft")
        assert made.registration
        assert made.registration_opens_at == datetime(2026, 11, 23, 23, tzinfo=UTC)
        assert made.registration_closes_at == datetime(2026, 12, 1, 18, tzinfo=UTC)
        assert phase_of(made, datetime(2026, 11, 23, 22, 59, tzinfo=UTC)) == Phase.BEFORE
        assert phase_of(made, datetime(2026, 11, 23, 23, 1, tzinfo=UTC)) == Phase.OPEN
        assert phase_of(made, datetime(2026, 12, 1, 18, 1, tzinfo=UTC)) == Phase.CLOSED
        assert days(series) == [FIRST, date(2026, 12, 1)]
        assert make_events() == 0


def test_wall_times_stay_when_the_clocks_change(owner: User, day: Today) -> None:
    """Berlin leaves winter time on 28 March 2027: 19:00 is another hour of UTC before and after."""
    with timezone.override("Europe/Berlin"):
        day.is_(2027, 3, 20)
        series = started(owner, ahead=2)
        before, after = Tournament.objects.filter(in_series__series=series, starts_on__year=2027).order_by("starts_on")
        assert [before.starts_on, after.starts_on] == [date(2027, 3, 23), date(2027, 3, 30)]
        assert [before.registration_closes_at, after.registration_closes_at] == [
            datetime(2027, 3, 23, 18, tzinfo=UTC),
            datetime(2027, 3, 30, 17, tzinfo=UTC),
        ]
        assert after.registration_opens_at == datetime(2027, 3, 22, 23, tzinfo=UTC)
        assert after.starts_at == time(19)


def test_one_event_after_the_other(owner: User, day: Today) -> None:
    series = started(owner, left=3)
    day.is_(2026, 12, 1, 23)
    over(series.events.get(day=date(2026, 12, 1)).tournament)
    assert make_events() == 1
    day.is_(2026, 12, 9)
    assert make_events() == 1
    day.is_(2026, 12, 16)
    assert make_events() == 0, "the three events are there"
    assert days(series) == [FIRST + timedelta(weeks=number) for number in range(4)]
    assert [event.tournament.name[-2:] for event in series.events.order_by("day")] == ["14", "15", "16", "17"]


def test_it_copies_the_latest_event_but_not_its_players(owner: User, day: Today) -> None:
    series = started(owner)
    second = Tournament.objects.latest("pk")
    add_entries_by_name(owner, second, ["Iltani", "Kubaba"])
    Tournament.objects.filter(pk=second.pk).update(place="The new room", name="Late night 3", registration=False)
    day.is_(2026, 12, 2)
    assert make_events() == 1
    third = series.events.get(day=date(2026, 12, 8)).tournament
    assert (third.place, third.name, third.registration, third.entries.count()) == (
        "The new room",
        "Late night 4",
        True,
        0,
    )


def test_registration_never_opens_late(owner: User, day: Today) -> None:
    """With two weeks to register there are two drafts at a time, however few are to be prepared."""
    series = started(owner, opens_days=14)
    assert days(series)[1:] == [date(2026, 12, 1), date(2026, 12, 8)]


@pytest.mark.parametrize(("weeks", "following"), [(1, date(2027, 3, 2)), (2, date(2027, 3, 2)), (4, date(2027, 3, 16))])
def test_a_site_that_was_off_makes_no_events_of_the_past(owner: User, day: Today, weeks: int, following: date) -> None:
    series = started(owner, weeks=weeks)
    day.is_(2027, 3, 1)
    assert make_events() == 1
    assert days(series)[2:] == [following]
    assert (following - FIRST).days % (7 * weeks) == 0


def test_it_ends_on_a_date(owner: User, day: Today) -> None:
    series = started(owner, until=date(2026, 12, 8))
    for number in range(2, 30, 7):
        day.is_(2026, 12, number)
        make_events()
    assert days(series)[1:] == [date(2026, 12, 1), date(2026, 12, 8)]
    series.refresh_from_db()
    assert series.next_on is None
    change_series(owner, series, name="Tuesday night", until=date(2027, 1, 31))
    assert days(series)[-1] == date(2026, 12, 29)


def test_a_date_is_left_out_and_held_again(owner: User, day: Today) -> None:
    series = started(owner)
    with pytest.raises(Refused, match="already exists"):
        skip_date(owner, series, date(2026, 12, 1))
    with pytest.raises(Refused, match="no event on this date"):
        skip_date(owner, series, date(2026, 12, 9))
    skip_date(owner, series, date(2026, 12, 8))
    with pytest.raises(Refused, match="already skipped"):
        skip_date(owner, series, date(2026, 12, 8))
    day.is_(2026, 12, 2)
    make_events()
    assert days(series)[1:] == [date(2026, 12, 1), date(2026, 12, 15)]
    keep_date(owner, series, date(2026, 12, 8))
    day.is_(2026, 12, 7)
    make_events()
    assert date(2026, 12, 8) in days(series), "its registration is to be open"
    day.is_(2026, 12, 16)
    make_events()
    assert days(series)[-2:] == [date(2026, 12, 15), date(2026, 12, 22)]


def test_a_paused_series_makes_nothing(owner: User, day: Today) -> None:
    series = started(owner)
    pause_series(owner, series)
    with pytest.raises(Refused, match="already paused"):
        pause_series(owner, series)
    day.is_(2026, 12, 16)
    assert make_events() == 0
    assert resume_series(owner, series).next_on == date(2026, 12, 29)
    assert days(series)[-1] == date(2026, 12, 22)


def test_another_weekday_moves_the_series(owner: User, day: Today) -> None:
    series = started(owner)
    change_series(owner, series, name="Thursday night", next_on=date(2026, 12, 10))
    for now in (10, 17):
        day.is_(2026, 12, now, 1)
        make_events()
    assert days(series)[2:] == [date(2026, 12, 10), date(2026, 12, 17), date(2026, 12, 24)]
    with pytest.raises(Refused, match="in the past"):
        change_series(owner, series, name="Thursday night", next_on=date(2026, 12, 1))


def test_a_moved_series_is_not_pulled_back_by_a_date_left_out_before(owner: User, day: Today) -> None:
    series = started(owner)
    skip_date(owner, series, date(2026, 12, 8))
    change_series(owner, series, next_on=date(2026, 12, 15))
    assert change_series(owner, series, opens_days=5).skipped == ["2026-12-08"], "the same weekday"
    assert change_series(owner, series, next_on=date(2026, 12, 10)).skipped == []
    with pytest.raises(Refused, match="not skipped"):
        keep_date(owner, series, date(2026, 12, 8))


def test_a_series_that_ended_by_its_number_can_be_renamed(owner: User, day: Today, client: Client) -> None:
    series = started(owner, left=1)
    series.refresh_from_db()
    assert series.left == 0
    client.force_login(owner)
    address = reverse("series:settings", args=[series.pk])
    form = client.get(address).context["form"]
    sent = {name: "" if value is None else value for name, value in form.initial.items()}
    assert client.post(address, {**sent, "name": "Mondays", "initial-left": 0}).status_code == 302
    series.refresh_from_db()
    assert (series.name, series.left, series.next_on) == ("Mondays", 0, None)
    with pytest.raises(Refused, match="1 to 500"):
        change_series(owner, started(owner, left=5), left=0)


def test_what_a_worker_counted_meanwhile_stays(owner: User, day: Today, client: Client) -> None:
    series = started(owner, left=5)
    client.force_login(owner)
    address = reverse("series:settings", args=[series.pk])
    page = client.get(address).content.decode()
    assert 'name="initial-left" value="4"' in page
    day.is_(2026, 12, 2)
    make_events()
    sent = {"name": "Night", "weeks": 1, "opens_days": 7, "ahead": 1, "left": 4, "next_on": "2026-12-08"}
    client.post(address, {**sent, "initial-left": 4, "initial-next_on": "2026-12-08"})
    series.refresh_from_db()
    assert (series.name, series.left, series.next_on) == ("Night", 3, date(2026, 12, 15))


def test_only_who_runs_it_sees_why_it_is_paused(owner: User, client: Client) -> None:
    series = started(owner)
    Series.objects.filter(pk=series.pk).update(paused_because=Series.Pause.CLUB)
    page, api = reverse("series:detail", args=[series.pk]), f"/api/v1/series/{series.pk}/"
    assert "This series is paused.<" in client.get(page).content.decode()
    assert client.get(api).json()["paused"] == "paused"
    client.force_login(owner)
    assert "no longer organises for the club" in client.get(page).content.decode()
    assert client.get(api).json()["paused"] == "club"


def test_a_deleted_draft_is_not_made_again(owner: User, day: Today) -> None:
    series = started(owner)
    delete_draft(owner, Tournament.objects.latest("pk"))
    make_events()
    assert days(series) == [FIRST, date(2026, 12, 8)]


# --- Who may ---------------------------------------------------------------------------------------------------------


def test_it_pauses_when_its_owner_leaves_the_club_and_goes_on_with_somebody_else(owner: User, day: Today) -> None:
    chief = account("enki")
    club = create_club(chief, "Eridu")
    set_member(chief, club, "ana", "director")
    first = event_of(owner, club=club)
    series = start_series(owner, first, SeriesSpec("Tuesday night"))
    assert series.club == club
    club.memberships.get(user=owner).delete()
    day.is_(2026, 12, 2)
    assert make_events() == 0
    series.refresh_from_db()
    assert series.paused_because == Series.Pause.CLUB
    with pytest.raises(Refused, match="no longer organises for the club"):
        resume_series(owner, series)
    resume_series(chief, series)
    series.refresh_from_db()
    assert (series.owner, series.paused_because) == (chief, "")
    made = Tournament.objects.latest("pk")
    assert (made.organiser, made.club, made.starts_on) == (chief, club, date(2026, 12, 8))


def test_it_pauses_when_the_account_is_closed_and_says_so(owner: User, day: Today, client: Client) -> None:
    series = started(owner)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    day.is_(2026, 12, 2)
    make_events()
    staff = account("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client.force_login(staff)
    assert (
        "the account of its organiser was closed"
        in client.get(reverse("series:detail", args=[series.pk])).content.decode()
    )
    assert AuditEntry.objects.filter(action="series.paused", actor=None).count() == 1


def test_it_pauses_when_the_next_event_cannot_be_made(owner: User, day: Today) -> None:
    """Nothing half made is left, and pressing the button says what is wrong."""
    series = started(owner)
    Tournament.objects.filter(in_series__series=series).update(ruleset="of yesterday")
    before = Tournament.objects.count()
    day.is_(2026, 12, 2)
    make_events()
    series.refresh_from_db()
    assert series.paused_because == Series.Pause.REFUSED
    assert Tournament.objects.count() == before
    with pytest.raises(Refused):
        resume_series(owner, series)
    Series.objects.get(pk=series.pk, paused_because=Series.Pause.REFUSED)


def test_all_events_deleted(owner: User, day: Today) -> None:
    series = started(owner)
    series.events.all().delete()
    make_events()
    series.refresh_from_db()
    assert series.paused_because == Series.Pause.NO_EVENT


def test_strangers_change_nothing(owner: User) -> None:
    series, stranger = started(owner), account("bo")
    for service in (pause_series, resume_series, delete_series):
        with pytest.raises(NotAllowed):
            service(stranger, series)  # type: ignore[operator]
    with pytest.raises(NotAllowed):
        start_series(stranger, event_of(owner), SeriesSpec("Mine"))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (SeriesSpec(""), "needs a name"),
        (SeriesSpec("x", weeks=3), "every week"),
        (SeriesSpec("x", opens_days=0), "days before"),
        (SeriesSpec("x", ahead=9), "events ahead"),
        (SeriesSpec("x", left=0), "more events"),
    ],
)
def test_settings_out_of_bounds(owner: User, spec: SeriesSpec, why: str) -> None:
    with pytest.raises(Refused, match=why):
        start_series(owner, event_of(owner), spec)


def test_an_event_is_in_one_series_and_has_a_date(owner: User) -> None:
    series = started(owner)
    with pytest.raises(Refused, match="already part"):
        start_series(owner, series.events.get(day=FIRST).tournament, SeriesSpec("Again"))
    undated = create_tournament(
        owner,
        TournamentSpec(
            name="Some day", game="babylonia", ruleset="base", components="babylonia-2019",
            stages=[StageSpec("swiss", {"table_size": 4, "rounds": 2})],
        ),
    )  # fmt: skip
    with pytest.raises(Refused, match="date of the event first"):
        start_series(owner, undated, SeriesSpec("Again"))


# --- Once ------------------------------------------------------------------------------------------------------------


def test_a_worker_that_is_killed_leaves_nothing_half_made(
    owner: User, day: Today, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = started(owner)
    day.is_(2026, 12, 2)
    before = Tournament.objects.count()

    def killed(*_args: object, **_words: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(making.SeriesEvent.objects, "create", killed)
        with pytest.raises(SystemExit):
            make_events()
    assert Tournament.objects.count() == before
    assert make_events() == 1
    assert days(series)[-1] == date(2026, 12, 8)


def test_a_series_that_fails_stops_no_other(owner: User, day: Today, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, series = started(owner), started(owner)
    day.is_(2026, 12, 2)
    really = tasks.make_for

    def breaks(pk: int, today: date) -> int:
        if pk == broken.pk:
            raise ValueError
        return really(pk, today)

    monkeypatch.setattr(tasks, "make_for", breaks)
    assert make_events() == 1
    assert days(series)[-1] == date(2026, 12, 8)


def test_the_database_keeps_one_event_for_a_date(owner: User) -> None:
    series = started(owner)
    with pytest.raises(IntegrityError):
        SeriesEvent.objects.create(series=series, tournament=event_of(owner), day=FIRST)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_workers_make_each_event_once(owner: User, day: Today) -> None:
    series = started(owner)
    day.is_(2026, 12, 2)
    assert at_once([lambda: make_for(series.pk, services.today())] * 3) == []
    assert days(series) == [FIRST, date(2026, 12, 1), date(2026, 12, 8)]


def test_series_with_nothing_to_do_cost_one_query_together(
    owner: User, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    for _number in range(3):
        started(owner)
    with django_assert_num_queries(1):
        assert making.due_series(services.today()) == []


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_dates_and_who_won(owner: User, client: Client) -> None:
    series = started(owner)
    answer = client.get(reverse("series:detail", args=[series.pk]))
    page = answer.content.decode()
    assert answer.context["dates"][0] == date(2026, 12, 8)
    assert "Tuesday night 14" in page
    assert "Tuesday night 15" in page
    assert reverse("series:pause", args=[series.pk]) not in page
    event = client.get(reverse("tournaments:detail", args=[Tournament.objects.latest("pk").pk])).content.decode()
    assert reverse("series:detail", args=[series.pk]) in event


def test_a_series_of_hidden_events_is_nobody_s_business(owner: User, client: Client) -> None:
    series = started(owner)
    Tournament.objects.filter(in_series__series=series).update(status="draft", registration=False)
    assert client.get(reverse("series:detail", args=[series.pk])).status_code == 404
    client.force_login(account("bo"))
    assert client.get(reverse("series:settings", args=[series.pk])).status_code == 404
    client.force_login(owner)
    assert client.get(reverse("series:detail", args=[series.pk])).status_code == 200


def test_skipping_and_pausing_are_one_tap_each(owner: User, client: Client) -> None:
    series = started(owner)
    client.force_login(owner)
    client.post(reverse("series:skip", args=[series.pk]), {"date": "2026-12-08"})
    client.post(reverse("series:pause", args=[series.pk]))
    series.refresh_from_db()
    assert (series.skipped, series.paused_because) == (["2026-12-08"], "by_hand")
    client.post(reverse("series:keep", args=[series.pk]), {"date": "2026-12-08"})
    client.post(reverse("series:resume", args=[series.pk]))
    series.refresh_from_db()
    assert (series.skipped, series.paused_because) == ([], "")


def test_the_pages_of_a_deleted_series_s_events_no_longer_name_it(owner: User, client: Client) -> None:
    series = started(owner)
    event = reverse("tournaments:detail", args=[Tournament.objects.latest("pk").pk])
    assert "Part of the series" in client.get(event).content.decode()
    delete_series(owner, series)
    assert "Part of the series" not in client.get(event).content.decode()
