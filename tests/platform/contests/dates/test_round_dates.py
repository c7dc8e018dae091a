"""The dates of rounds: filled in by the clock on the wall, changed, undone, exported, kept while a draft changes."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.formats import StageSpec
from competition.trf.reader import read_trf
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.dates.models import RoundDate
from nabu.contests.dates.queries import planned_rounds, reminder_hours
from nabu.contests.dates.services import RoundSpec, fill_deadlines, set_dates
from nabu.contests.dates.wall_clock import days_later, days_more
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.days import days_in_words
from nabu.contests.tournaments.exports.event_calendar import calendar_of, rounds_with_dates
from nabu.contests.tournaments.exports.everything import everything
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event

BERLIN = ZoneInfo("Europe/Berlin")


def league_and_draft() -> tuple[Event, Event]:
    league = [StageSpec("league", {"table_size": 2, "rounds": 6})]
    return make_event(6, stages=league), make_event(4, prefix="draft", table_size=2, start=False)


db, kept_world, changes_are_taken_back, league, draft = kept_for_file(league_and_draft, "league", "draft")


def due(tournament: Tournament) -> list[datetime | None]:
    return [planned.dates.due_at for planned in planned_rounds(Tournament.objects.get(pk=tournament.pk))]


def soon(days: int = 0) -> datetime:
    """A moment to come, without seconds, as people type it."""
    return timezone.now().replace(second=0, microsecond=0) + timedelta(days=days)


def test_a_week_later_is_the_same_time_of_day_over_both_changes_of_the_clocks() -> None:
    with timezone.override(BERLIN):
        autumn = [days_later(datetime(2026, 10, 18, 20, 0, tzinfo=BERLIN), 7 * week) for week in range(3)]
        spring = [days_later(datetime(2027, 3, 21, 20, 0, tzinfo=BERLIN), 7 * week) for week in range(3)]
    assert [at.astimezone(UTC).hour for at in autumn] == [18, 19, 19], "clocks go back on 25 October 2026"
    assert [at.astimezone(UTC).hour for at in spring] == [19, 18, 18], "clocks go forward on 28 March 2027"
    assert all(at.astimezone(BERLIN).hour == 20 for at in autumn + spring)


def test_a_time_that_the_clocks_skip_is_refused() -> None:
    with timezone.override(BERLIN), pytest.raises(Refused, match="skip this time"):
        days_later(datetime(2027, 3, 21, 2, 30, tzinfo=BERLIN), 7)


@each(("today", "hour", "expected"), [(7, 9, 8), (7, 20, 8), (7, 21, 9), (3, 9, 5)])
def test_a_day_more_is_a_full_day_or_more(today: int, hour: int, expected: int) -> None:
    """The deadline is on the 4th at 20:00."""
    now = datetime(2026, 12, today, hour, 0, tzinfo=UTC)
    due = days_more(datetime(2026, 12, 4, 20, 0, tzinfo=UTC), now, 1)
    assert due == datetime(2026, 12, expected, 20, 0, tzinfo=UTC)


def test_all_rounds_without_a_deadline_get_one_and_the_others_keep_theirs(league: Event) -> None:
    third = soon(50)
    set_dates(league.organiser, league.tournament, [RoundSpec(1, 3, None, third)])
    first = soon(7)
    assert fill_deadlines(league.organiser, league.tournament, first, 7) == 5
    weeks = [first + timedelta(weeks=week) for week in range(5)]
    assert due(league.tournament) == [*weeks[:2], third, *weeks[2:]]
    with pytest.raises(Refused, match="already has a deadline"):
        fill_deadlines(league.organiser, league.tournament, first, 7)


def test_dates_of_a_draft_survive_that_its_stages_are_made_anew(draft: Event) -> None:
    set_dates(draft.organiser, draft.tournament, [RoundSpec(1, 2, None, soon(3))])
    update_tournament(draft.organiser, draft.tournament, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 4})])
    assert due(draft.tournament) == [None, soon(3), None, None]


def test_rounds_that_a_draft_no_longer_has_keep_no_dates(draft: Event) -> None:
    fill_deadlines(draft.organiser, draft.tournament, soon(), 7)
    stage = draft.refresh().stages.get()
    fewer = [StageSpec(stage.format, {**stage.config, "rounds": 2})]
    update_tournament(draft.organiser, draft.tournament, stages=fewer)
    assert len(due(draft.refresh())) == 2
    assert RoundDate.objects.filter(tournament=draft.tournament).count() == 2
    undo(draft.organiser, AuditEntry.objects.filter(action="tournament.changed").latest("pk"))
    assert RoundDate.objects.filter(tournament=draft.tournament).count() > 2


def test_dates_of_a_round_that_is_no_longer_planned_can_be_cleared(league: Event, client: Client) -> None:
    RoundDate.objects.create(tournament=league.tournament, stage=1, number=40, due_at=soon())
    client.force_login(league.organiser)
    assert (
        "Round 40 (no longer planned)"
        in client.get(reverse("dates:dates", args=[league.tournament.pk])).content.decode()
    )
    set_dates(league.organiser, league.refresh(), [RoundSpec(1, 40, None, None)])
    assert not RoundDate.objects.filter(number=40).exists()


def test_a_date_that_is_not_given_stays_as_somebody_else_set_it(league: Event) -> None:
    spec = RoundSpec(1, 2, due_at=soon(3))
    set_dates(league.organiser, league.refresh(), [RoundSpec(1, 2, starts_at=soon(1))])
    set_dates(league.organiser, league.refresh(), [spec])
    row = RoundDate.objects.get(tournament=league.tournament, number=2)
    assert (row.starts_at, row.due_at) == (soon(1), soon(3))


def test_undo_takes_dates_back_and_redo_brings_them_again(league: Event) -> None:
    set_dates(league.organiser, league.tournament, [RoundSpec(1, 1, None, soon(7))])
    set_dates(league.organiser, league.tournament, [RoundSpec(1, 1, soon(6), soon(8))], 24)
    entry = AuditEntry.objects.filter(action="dates.changed").latest("pk")
    undone = undo(league.organiser, entry)
    assert due(league.tournament)[0] == soon(7)
    assert reminder_hours(league.tournament) == 48
    undo(league.organiser, undone)
    assert RoundDate.objects.get(number=1).starts_at == soon(6)
    assert reminder_hours(league.tournament) == 24


@each(
    ("spec", "why"),
    [
        (RoundSpec(1, 9, None, datetime(2027, 1, 1, tzinfo=UTC)), "no round 9"),
        (RoundSpec(2, 1, None, datetime(2027, 1, 1, tzinfo=UTC)), "no round 1 in stage 2"),
        (RoundSpec(1, 1, datetime(2027, 1, 2, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)), "must be after"),
        (RoundSpec(1, 1, None, datetime(9999, 12, 31, tzinfo=UTC)), "two years"),
    ],
)
def test_dates_that_cannot_be_are_refused(league: Event, spec: RoundSpec, why: str) -> None:
    with pytest.raises(Refused, match=why):
        set_dates(league.organiser, league.tournament, [spec])


def test_only_directors_set_dates(league: Event) -> None:
    keeper = account("keeper")
    Role.objects.create(tournament=league.tournament, user=keeper, kind=Role.Kind.SCOREKEEPER)
    for person in (keeper, league.players[0]):
        with pytest.raises(NotAllowed):
            set_dates(person, league.tournament, [RoundSpec(1, 1, None, soon(7))])


def typed(page: str) -> dict[str, str]:
    """What the form with all dates sends, as the page shows it."""
    fields = re.findall(r'<input[^>]*name="((?:initial-)?dates-[^"]+)"[^>]*>', page)
    tags = re.findall(r'<input[^>]*name="(?:initial-)?dates-[^"]+"[^>]*>', page)
    values = {}
    for name, tag in zip(fields, tags, strict=True):
        found = re.search(r'value="([^"]*)"', tag)
        values[name] = found.group(1) if found else ""
    return values | {"dates-remind_hours": "48"}


def test_two_directors_in_the_same_form_overwrite_nothing_unseen(league: Event, client: Client) -> None:
    client.force_login(league.organiser)
    address = reverse("dates:dates", args=[league.tournament.pk])
    mine = typed(client.get(address).content.decode())
    # Meanwhile somebody else sets rounds 1 and 2.
    set_dates(league.organiser, league.tournament, [RoundSpec(1, 1, None, soon(5)), RoundSpec(1, 2, None, soon(9))])
    mine["dates-due-1-1"] = f"{timezone.localtime(soon(6)):%Y-%m-%dT%H:%M}"
    page = client.post(address, mine).content.decode()
    assert "Somebody changed this meanwhile" in page
    assert mine["dates-due-1-1"] in page, "nothing typed is lost"
    assert due(league.tournament)[:2] == [soon(5), soon(9)]
    again = typed(page) | {"dates-due-1-1": mine["dates-due-1-1"]}
    again |= {name: value for name, value in mine.items() if "-1-2" in name}
    assert client.post(address, again).status_code == 302
    assert due(league.tournament)[:2] == [soon(6), soon(9)], "round 2 was not touched in this form"


def test_a_league_of_six_weeks_is_dated_in_one_form(league: Event, client: Client) -> None:
    client.force_login(league.organiser)
    page = client.get(reverse("tournaments:detail", args=[league.tournament.pk])).content.decode()
    assert reverse("dates:dates", args=[league.tournament.pk]) in page
    first = f"{timezone.localtime(soon(7)):%Y-%m-%dT%H:%M}"
    filled = client.post(
        reverse("dates:fill", args=[league.tournament.pk]), {"fill-first": first, "fill-days": "7"}, follow=True
    ).content.decode()
    assert "6 deadlines set." in filled
    page = client.get(reverse("tournaments:detail", args=[league.tournament.pk])).content.decode()
    assert page.count("Deadline:") == 6
    refused = client.post(
        reverse("dates:fill", args=[league.tournament.pk]), {"fill-first": "2026-13-01", "fill-days": "7"}
    ).content.decode()
    assert "Enter a valid date/time" in refused


def test_exports_have_the_dates_of_all_rounds(league: Event) -> None:
    due_at = datetime(2027, 3, 28, 18, 0, tzinfo=UTC)
    set_dates(league.organiser, league.tournament, [RoundSpec(1, 2, None, due_at)])
    with timezone.override(BERLIN):
        found = everything(Tournament.objects.get(pk=league.tournament.pk), organises=True)
    assert found["dates"] == [{"stage": 1, "round": 2, "starts_at": None, "due_at": "2027-03-28T20:00:00+02:00"}]


def test_a_report_file_has_first_and_last_day_and_the_days_of_the_rounds(client: Client) -> None:
    event = make_event(4, table_size=2, prefix="fide")
    update_tournament(event.organiser, event.tournament, starts_on=date(2026, 12, 12), ends_on=date(2026, 12, 14))
    set_dates(event.organiser, event.tournament, [RoundSpec(1, 2, datetime(2026, 12, 13, 9, tzinfo=UTC), None)])
    event.pair()
    text = client.get(reverse("tournaments:export_trf", args=[event.tournament.pk])).content.decode()
    report = read_trf(text)
    assert (report.start, report.end) == ("2026/12/12", "2026/12/14")
    assert report.dates[1] == "26/12/13"


def test_the_calendar_spans_the_days_and_has_an_event_for_each_date() -> None:
    event = make_event(4, table_size=2, prefix="ics")
    update_tournament(event.organiser, event.tournament, starts_on=date(2026, 12, 12), ends_on=date(2026, 12, 14))
    begins, ends = datetime(2026, 12, 13, 9, tzinfo=UTC), datetime(2026, 12, 14, 19, tzinfo=UTC)
    set_dates(event.organiser, event.tournament, [RoundSpec(1, 2, begins, ends)])
    pk = event.tournament.pk

    def lines() -> list[str]:
        found = Tournament.objects.get(pk=pk)
        made = calendar_of(
            found, 0, "https://x.org/", "x.org", datetime(2026, 12, 1, tzinfo=UTC), rounds_with_dates(found)
        )
        return made.replace(b"\r\n ", b"").decode().split("\r\n")

    first = lines()
    assert {"DTSTART;VALUE=DATE:20261212", "DTEND;VALUE=DATE:20261215"} <= set(first)
    assert {"DTSTART:20261213T090000Z", "DTEND:20261213T110000Z", "DTEND:20261214T190000Z"} <= set(first)
    uids = [line for line in first if line.startswith("UID")]
    assert uids == [f"UID:tournament-{pk}{part}@x.org" for part in ("", "-round-1-2", "-deadline-1-2")]
    set_dates(event.organiser, event.tournament, [RoundSpec(1, 2, begins, ends + timedelta(days=1))])
    assert [line for line in lines() if line.startswith("UID")] == uids, "a moved date is the same event"


@each(
    ("first", "last", "said"),
    [
        (None, None, ""),
        (date(2026, 12, 12), None, "12 December 2026"),
        (date(2026, 12, 12), date(2026, 12, 12), "12 December 2026"),
        (date(2026, 12, 12), date(2026, 12, 14), "12 to 14 December 2026"),
        (date(2026, 11, 30), date(2026, 12, 2), "30 November to 2 December 2026"),
        (date(2026, 12, 31), date(2027, 1, 1), "31 December 2026 to 1 January 2027"),
    ],
)
def test_days_in_words(first: date | None, last: date | None, said: str) -> None:
    assert days_in_words(first, last) == said


@each(
    ("fields", "why"),
    [
        ({"ends_on": date(2026, 12, 14)}, "first day too"),
        ({"starts_on": date(2026, 12, 12), "ends_on": date(2026, 12, 11)}, "before the first day"),
        ({"starts_on": date(2026, 1, 1), "ends_on": date(2027, 1, 3)}, "at most 366 days"),
    ],
)
def test_the_last_day_follows_the_first_within_a_year(draft: Event, fields: dict[str, date], why: str) -> None:
    with pytest.raises(Refused, match=why):
        update_tournament(draft.organiser, draft.tournament, **fields)


def test_an_event_lasts_at_most_366_days_and_moves_with_its_first_day(draft: Event) -> None:
    update_tournament(draft.organiser, draft.tournament, starts_on=date(2026, 1, 1), ends_on=date(2027, 1, 2))
    with pytest.raises(Refused, match="before the first day"):
        update_tournament(draft.organiser, draft.tournament, starts_on=date(2027, 1, 3), starts_at=time(9))


def test_pages_and_programs_set_the_last_day(draft: Event, league: Event, client: Client) -> None:
    address = f"/api/v1/tournaments/{draft.tournament.pk}/"
    client.force_login(draft.organiser)
    days = {"starts_on": "2026-12-12", "ends_on": "2026-12-11"}
    assert client.patch(address, days, content_type="application/json").status_code == 409
    days["ends_on"] = "2026-12-14"
    assert client.patch(address, days, content_type="application/json").json()["ends_on"] == "2026-12-14"
    assert (
        "12 to 14 December 2026"
        in client.get(reverse("tournaments:detail", args=[draft.tournament.pk])).content.decode()
    )

    client.force_login(league.organiser)
    edit = reverse("tournaments:edit", args=[league.tournament.pk])
    page = client.get(edit).context["form"]
    sent = {name: page[name].value() for name in page.fields if page[name].value() is not None}
    sent |= {"starts_on": "2026-12-12", "ends_on": "2026-12-11"}
    refused = client.post(edit, sent).content.decode()
    assert "The last day is before the first day." in refused
    assert 'value="2026-12-11"' in refused, "nothing typed is lost"
    assert client.post(edit, sent | {"ends_on": "2027-01-16"}).status_code == 302
    assert league.refresh().ends_on == date(2027, 1, 16)
