"""Calendars and Atom feeds, read again by others' parsers."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar, Event

from nabu.accounts.players.models import ApiToken, User
from nabu.accounts.players.tokens import create_token
from nabu.contests.clubs.services import create_club
from nabu.contests.dates.models import RoundDate
from nabu.contests.tournaments.cancelling.services import cancel_tournament
from nabu.contests.tournaments.feeds.events import current, feed_events
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.people.profiles.feeds import personal
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account, make_event

ATOM = "{http://www.w3.org/2005/Atom}"
SOON = timezone.localdate() + timedelta(days=5)


def hall() -> dict[str, Any]:
    """An announced event of a club with a time, a draft that nobody else sees, and one that is long over."""
    event = make_event(2, start=False)
    update_tournament(event.organiser, event.tournament, registration=True)
    club = create_club(event.organiser, "Ur & Uruk")
    Tournament.objects.filter(pk=event.tournament.pk).update(
        club=club, name="Große <Nacht>", starts_on=SOON, starts_at=time(19, 30), place="Ur", round_minutes=50
    )
    hidden = make_event(2, start=False, prefix="hidden", organiser=event.organiser)
    Tournament.objects.filter(pk=hidden.tournament.pk).update(club=club, starts_on=SOON)
    old = make_event(2, table_size=2, prefix="old", organiser=event.organiser)
    Tournament.objects.filter(pk=old.tournament.pk).update(
        club=club, name="Old", status="finished", starts_on=date(2020, 1, 1)
    )
    event.refresh()
    return {"event": event, "club": club, "hidden": hidden}


db, kept_world, changes_are_taken_back, world = kept_for_file(hall, "world")


def calendar(address: str, client: Client | None = None, **headers: str) -> list[Event]:
    answer = (client or Client()).get(address, headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def atom(address: str, **headers: str) -> ElementTree.Element:
    answer = Client().get(address, headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ElementTree.fromstring(answer.content)


def addresses(world: dict[str, Any], kind: str) -> list[str]:
    player = world["event"].players[0].player
    return [
        reverse(f"tournaments:{kind}_feed"),
        reverse(f"clubs:{kind}_feed", args=[world["club"].pk]),
        reverse(f"players:{kind}_feed", args=[player.pk]),
    ]


def test_a_calendar_has_the_events_to_come_in_utc_with_the_uid_of_their_own_file(world: dict[str, Any]) -> None:
    tournament = world["event"].tournament
    [alone] = calendar(reverse("tournaments:calendar", args=[tournament.pk]))
    for address in addresses(world, "calendar"):
        [event] = calendar(address)
        for name in ("UID", "DTSTART", "DTEND", "SUMMARY", "LOCATION", "SEQUENCE", "LAST-MODIFIED"):
            assert event[name].to_ical() == alone[name].to_ical(), name
        start = event["DTSTART"].dt
        assert start.tzinfo is not None
        assert start.utcoffset() == timedelta(0)
        assert start == timezone.make_aware(datetime.combine(SOON, time(19, 30))).astimezone(UTC)


def test_a_cancelled_event_stays_and_says_so_with_a_higher_sequence(world: dict[str, Any]) -> None:
    tournament = world["event"].tournament
    address = reverse("tournaments:calendar_feed")
    [before] = calendar(address)
    cancel_tournament(world["event"].organiser, tournament, "The hall is flooded.")
    [after] = calendar(address)
    assert after["STATUS"] == "CANCELLED"
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1
    [entry] = atom(reverse("tournaments:atom_feed")).iter(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Cancelled: Große <Nacht>"
    assert "The hall is flooded." in (entry.findtext(f"{ATOM}summary") or "")


def test_a_league_that_began_long_ago_is_cancelled_in_calendars_too(world: dict[str, Any]) -> None:
    tournament, today = world["event"].tournament, timezone.localdate()
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=today - timedelta(days=400))
    cancel_tournament(world["event"].organiser, tournament, "The hall is flooded.")
    [event] = calendar(reverse("tournaments:calendar_feed"))
    assert event["STATUS"] == "CANCELLED"


@pytest.mark.parametrize(
    ("first", "last", "due", "stays"),
    [(-40, None, None, False), (-40, -20, None, True), (None, None, -20, True), (-90, -40, -35, False)],
)
def test_an_event_stays_thirty_days_after_its_last_day(
    world: dict[str, Any], first: int | None, last: int | None, due: int | None, stays: bool
) -> None:
    tournament = Tournament.objects.filter(pk=world["event"].tournament.pk)
    on = [None if days is None else timezone.localdate() + timedelta(days=days) for days in (first, last)]
    tournament.update(status="finished", starts_on=on[0], ends_on=on[1])
    if due is not None:
        RoundDate.objects.create(tournament=tournament.get(), stage=1, number=1, due_at=timezone.now() + timedelta(due))
    assert tournament.filter(current()).exists() == stays


def test_an_atom_feed_is_valid_and_says_the_time_with_its_offset(world: dict[str, Any]) -> None:
    for address in addresses(world, "atom"):
        feed = atom(address)
        for name in ("id", "title", "updated"):
            assert feed.findtext(f"{ATOM}{name}")
        [entry] = feed.iter(f"{ATOM}entry")
        for name in ("id", "title", "updated", "published", "summary"):
            assert entry.findtext(f"{ATOM}{name}"), name
        assert entry.findtext(f"{ATOM}title") == "Große <Nacht>"
        offset = timezone.make_aware(datetime.combine(SOON, time(19, 30))).isoformat()[19:]
        assert f"(UTC{offset})" in (entry.findtext(f"{ATOM}summary") or "")
        assert feed.find(f"{ATOM}link[@rel='self']") is not None


def test_it_speaks_the_language_of_its_reader(world: dict[str, Any]) -> None:
    address = reverse("tournaments:atom_feed")
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    assert atom(address, accept_language="de").get(lang) == "de"
    assert atom(f"{address}?lang=es", accept_language="de").get(lang) == "es"
    assert "Accept-Language" in Client().get(address)["Vary"]


@pytest.mark.parametrize("kind", ["calendar", "atom"])
def test_who_has_it_gets_304_until_something_changes(world: dict[str, Any], kind: str) -> None:
    address = reverse(f"tournaments:{kind}_feed")
    first = Client().get(address)
    assert first["Cache-Control"] == "public, max-age=900"
    assert first["Last-Modified"]
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    update_tournament(world["event"].organiser, world["event"].tournament, place="Uruk")
    assert Client().get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_the_site_feed_takes_the_filters_of_the_list(world: dict[str, Any]) -> None:
    address = reverse("tournaments:calendar_feed")
    assert len(calendar(f"{address}?place=ur&game=babylonia")) == 1
    assert calendar(f"{address}?place=nowhere") == []
    assert [str(each["SUMMARY"]) for each in calendar(f"{address}?state=finished")] == ["Old"]
    assert Client().get(f"{address}?game=chess").status_code == 400


def test_what_is_not_public_is_in_no_public_feed(world: dict[str, Any]) -> None:
    """A draft, an entry that dropped out, a player of nothing but drafts."""
    hidden = world["hidden"].players[0].player
    assert Client().get(reverse("players:calendar_feed", args=[hidden.pk])).status_code == 404
    organiser = Client()
    organiser.force_login(world["event"].organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert len(calendar(reverse("clubs:calendar_feed", args=[world["club"].pk]), organiser)) == 1
    player = world["event"].players[0].player
    player.entries.update(status="dropped")
    assert calendar(reverse("players:calendar_feed", args=[player.pk])) == []


def test_a_personal_calendar_has_what_waits_and_its_address_can_be_renewed(world: dict[str, Any]) -> None:
    waits: User = account("waits")
    Registration.objects.create(tournament=world["event"].tournament, player=waits.player, status="waiting", position=1)
    key = personal.renew(waits)
    address = personal.address_of(key).partition("//")[2].partition("/")[2]
    [event] = calendar(f"/{address}")
    assert event["STATUS"] == "TENTATIVE"
    answer = Client().get(f"/{address}")
    assert answer["Cache-Control"] == "private, no-cache"
    assert key not in str(ApiToken.objects.values()), "only its digest is kept"
    renewed = personal.renew(waits)
    assert Client().get(f"/{address}").status_code == 404
    assert Client().get(reverse("players:personal_calendar"), {"key": renewed}).status_code == 200
    personal.revoke(waits)
    assert Client().get(reverse("players:personal_calendar"), {"key": renewed}).status_code == 404
    for wrong in ("", waits.username, "nabu_x"):
        assert Client().get(reverse("players:personal_calendar"), {"key": wrong}).status_code == 404


def test_the_key_of_a_calendar_opens_nothing_else(world: dict[str, Any]) -> None:
    user = world["event"].players[0]
    headers = {"authorization": f"Token {personal.renew(user)}"}
    assert Client().get("/api/v1/me/", headers=headers).status_code == 403
    # An API token that may not read the calendar is no key to it.
    other = create_token(user, "Screen", ["read"])[1]
    assert Client().get(reverse("players:personal_calendar"), {"key": other}).status_code == 404


def test_the_page_shows_the_address_once(world: dict[str, Any]) -> None:
    client = Client()
    client.force_login(world["event"].players[0], backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("players:calendar_renew"))
    page = reverse("players:calendar_page")
    assert "personal.ics?key=nabu_" in client.get(page).content.decode()
    assert "personal.ics?key=nabu_" not in client.get(page).content.decode()


def test_a_feed_asks_as_often_for_many_events_as_for_one(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    make_event(2, table_size=2, prefix="more", organiser=world["event"].organiser)
    with django_assert_num_queries(4):
        feed_events(Tournament.objects.all())


def test_pages_say_where_their_feeds_are(world: dict[str, Any]) -> None:
    player = world["event"].players[0].player
    for name, args in (
        ("tournaments", []),
        ("clubs", [world["club"].pk]),
        ("players", [player.pk]),
    ):
        page = reverse(f"{name}:{'detail' if args else 'list'}", args=args)
        head = Client().get(page).content.decode().partition("</head>")[0]
        for kind in ("calendar", "atom"):
            assert 'rel="alternate"' in head
            assert reverse(f"{name}:{kind}_feed", args=args) in head


def test_a_club_shows_its_next_dates_first(world: dict[str, Any]) -> None:
    page = Client().get(reverse("clubs:detail", args=[world["club"].pk])).content.decode()
    coming, _past, past = page.partition("Past tournaments")
    assert "Große" in coming
    assert "registration open" in coming
    assert ">Old<" in past
