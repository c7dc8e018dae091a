"""The time zone of the site: whoever runs it chooses, and every page, form and mail follows."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.web.site_time import zone
from nabu.web.site_time.models import SiteTime
from nabu.web.site_time.services import choose_zone
from tests.platform.scenario import account, make_event
from tests.platform.site.pages.tournament_form import FORM

pytestmark = pytest.mark.django_db

MADRID = ZoneInfo("Europe/Madrid")
SITE = "/staff/site/"


def choose(name: str) -> None:
    """Choose, and let this process know of it."""
    choose_zone(User.objects.filter(username="boss").first() or account("boss", is_staff=True), name)
    zone.forget()


def test_staff_choose_and_the_audit_trail_says_what_it_was_before() -> None:
    client = Client()
    client.force_login(account("boss", is_staff=True))
    assert 'value="UTC" selected' in client.get(SITE).content.decode()
    page = client.post(f"{SITE}time-zone/", {"time_zone": "America/Sao_Paulo"}, follow=True).content.decode()
    assert "Times are now shown in America/Sao_Paulo." in page
    zone.forget()
    assert 'value="America/Sao_Paulo" selected' in client.get(SITE).content.decode()
    entry = AuditEntry.objects.get(action="site.time_zone")
    assert (entry.before, entry.after) == ({"time_zone": "UTC"}, {"time_zone": "America/Sao_Paulo"})
    assert "Select a valid choice" in client.post(f"{SITE}time-zone/", {"time_zone": "Mars/Olympus"}).content.decode()


def test_others_choose_nothing_and_a_zone_must_exist() -> None:
    with pytest.raises(NotAllowed):
        choose_zone(account("zoe"), "Europe/Madrid")
    with pytest.raises(Refused, match="no such time zone"):
        choose_zone(account("boss", is_staff=True), "GMT+5")
    assert SiteTime.objects.count() == 0


def test_pages_that_are_made_once_follow_too() -> None:
    """The visitor's page of a tournament says when its registration closes."""
    event = make_event(2, start=False)
    closes = datetime(2126, 7, 1, 22, 30, tzinfo=UTC)
    update_tournament(event.organiser, event.tournament, registration=True, registration_closes_at=closes)
    address = f"/tournaments/{event.tournament.pk}/"
    visitor = Client()
    assert "22:30" in visitor.get(address).content.decode()
    choose("Asia/Kathmandu")
    page = visitor.get(address).content.decode()
    assert ("04:15" in page, "22:30" in page) == (True, False)


def test_times_of_an_event_name_their_zone_for_a_reader_elsewhere() -> None:
    """The abbreviation and the distance from UTC on that day; a zone that is only a number is said once."""
    event = make_event(2, start=False)
    event.tournament.refresh_from_db()
    closes = datetime(2126, 7, 1, 10, 30, tzinfo=UTC)
    fields = {"starts_on": date(2126, 7, 2), "starts_at": time(9, 30)}
    update_tournament(event.organiser, event.tournament, registration=True, registration_closes_at=closes, **fields)
    address = f"/tournaments/{event.tournament.pk}/registration/"
    for name, zoned in (
        ("Europe/Madrid", "12:30 (CEST, UTC+2)"),
        ("Asia/Kathmandu", "16:15 (UTC+5:45)"),
        ("America/Sao_Paulo", "07:30 (UTC−3)"),
        ("UTC", "10:30 (UTC)"),
    ):
        choose(name)
        assert f"closes on 1 July 2126, {zoned}" in Client().get(address).content.decode()
        assert f"Times are in {name}." in Client().get(address).content.decode()
    choose("Europe/Madrid")
    page = Client().get(f"/tournaments/{event.tournament.pk}/").content.decode()
    assert '09:30 <span class="text-secondary">(CEST, UTC+2)</span>' in page


def test_what_is_typed_is_read_in_this_zone() -> None:
    choose("Europe/Madrid")
    event = make_event(2, start=False)
    client = Client()
    client.force_login(event.organiser)
    typed = {**FORM, "registration": "on", "registration_closes_at": "2026-07-01T20:00"}
    client.post(f"/tournaments/{event.tournament.pk}/edit/", typed)
    assert event.refresh().registration_closes_at == datetime(2026, 7, 1, 18, tzinfo=UTC)


def test_a_worker_and_another_web_process_follow() -> None:
    zone.forget()
    assert zone.chosen_zone() is None
    choose_zone(account("boss", is_staff=True), "Europe/Madrid")
    assert zone.chosen_zone() is None, "known for a moment"
    zone.REMEMBERED.until = 0
    try:
        zone.begin_task()
        assert timezone.get_current_timezone() == MADRID
        SiteTime.objects.all().delete()
        zone.forget()
        zone.begin_task()
        assert timezone.get_current_timezone_name() == "UTC"
    finally:
        timezone.deactivate()


def test_while_the_database_is_away_the_zone_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    choose("Europe/Madrid")
    assert zone.chosen_zone() == MADRID

    def away(*_args: object, **_kwargs: object) -> None:
        raise OperationalError

    monkeypatch.setattr(SiteTime.objects, "filter", away)
    zone.forget()
    assert zone.chosen_zone() == MADRID


def test_the_list_has_places_and_no_offsets() -> None:
    names = zone.zone_names()
    assert {"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Baghdad"} <= set(names)
    assert not [name for name in names if "GMT" in name or name.startswith(("Etc/", "US/"))]
