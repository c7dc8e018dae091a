"""While nobody has sent anything, the players of a table get a page that is made once for all of them: the same that
would be made for each, whatever happens, and never that of somebody who sees more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.board.records.services import issue_at_table
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.director.services import call_director, cancel_call, close_call
from nabu.contests.calls.limits.services import block_caller, change_settings, unblock
from nabu.contests.calls.models import Block
from nabu.contests.clubs.services import create_club, remove_member, set_member
from nabu.contests.matches.models import Table
from nabu.contests.results import services
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.roles.services import give_role
from nabu.web.shared_pages import pages
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, log_of, make_event, users
from tests.platform.site.api.conftest import picture
from tests.platform.web.shared_pages.days import HTMX, Address, Audience


def playing() -> Event:
    event = make_event(8, table_size=4)
    event.pair()
    return event


TOLD = {**HTMX, "HX-Target": "table-result"}


db, kept_world, changes_are_taken_back, event = kept_for_file(playing, "event")


@pytest.fixture
def table(event: Event) -> Table:
    """The one of the first player."""
    return Table.objects.get(seats__entry__player__user=event.players[0])


@pytest.fixture
def crowd(event: Event, table: Table) -> Audience:
    """Each player of the table and one of another table."""
    others = [user for user in event.players if user not in users(table)]
    people: dict[str, User | None] = {f"seat {seat}": user for seat, user in enumerate(users(table))}
    return Audience(people | {"elsewhere": others[0]})


def _nothing(event: Event, table: Table) -> Any:
    yield


def _calls(event: Event, table: Table) -> Any:
    yield call_director(users(table)[1], table, "The rules")
    yield cancel_call(users(table)[1], table.director_calls.get())


def _blocks(event: Event, table: Table) -> Any:
    call = call_director(users(table)[1], table)
    yield block_caller(event.organiser, call)
    yield close_call(event.organiser, call)
    yield unblock(event.organiser, Block.objects.get())


def _calls_are_off(event: Event, table: Table) -> Any:
    yield change_settings(event.organiser, event.tournament, calls=False)
    yield change_settings(event.organiser, event.tournament, calls=True)


def _announcements(event: Event, table: Table) -> Any:
    yield make_announcement(event.organiser, event.tournament, "To this table", table=table)
    yield make_announcement(event.organiser, event.tournament, "To all")


def _roles(event: Event, table: Table) -> Any:
    yield give_role(event.organiser, event.tournament, users(table)[2].username, "scorekeeper")
    yield give_role(event.organiser, event.tournament, users(table)[3].username, "director")


def _staff(event: Event, table: Table) -> Any:
    yield User.objects.filter(pk=users(table)[0].pk).update(is_staff=True)


def _club(event: Event, table: Table) -> Any:
    club = create_club(event.organiser, "Reed")
    event.tournament.club = club
    event.tournament.save()
    yield set_member(event.organiser, club, users(table)[0].username, "director")
    yield remove_member(event.organiser, club.memberships.get(user=users(table)[0]))


def _missing(event: Event, table: Table) -> Any:
    yield services.call_no_show(users(table)[0], table)
    yield services.forfeit_seats(event.organiser, table, [3], "")


def _record(event: Event, table: Table) -> Any:
    yield issue_at_table(users(table)[0], table)


def _photo(event: Event, table: Table) -> Any:
    yield add_photo(users(table)[0], table, picture())


def _log(event: Event, table: Table) -> Any:
    yield submit_log(users(table)[0], log_of(table), table)


def _report(event: Event, table: Table) -> Any:
    report = services.report_result(users(table)[0], table, [40, 30, 20, 10])
    yield
    yield services.confirm_report(users(table)[1], report)
    yield services.object_to_result(users(table)[2], table, "another game")


HAPPENINGS = (
    *(
        _nothing,
        _calls,
        _blocks,
        _calls_are_off,
        _announcements,
        _roles,
        _staff,
        _club,
        _missing,
        _record,
        _photo,
        _log,
        _report,
    ),
)


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_it_is_the_page_that_would_be_made_for_each(
    happening: Callable[[Event, Table], Any], event: Event, table: Table, crowd: Audience
) -> None:
    path = reverse("table:page", args=[table.pk])
    asked: list[tuple[str, Address]] = [*((who, (path, {})) for who in crowd.people), ("seat 0", (path, TOLD))]
    for who, (page, headers) in asked:
        # Kept from now on, as it is before anything happens.
        assert crowd.client(who, "en").get(page, headers=headers).status_code == 200
    for _step in happening(event, table):
        for who, address in asked:
            crowd.check(who, "en", address)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_it_is_made_once_and_each_has_forms_of_their_own(
    event: Event, table: Table, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    made: list[str] = []
    of_group = pages._make_for_group
    monkeypatch.setattr(pages, "_make_for_group", lambda *given: made.append(given[0].asked.path) or of_group(*given))
    path = reverse("table:page", args=[table.pk])
    first, second = (browser(user) for user in users(table)[:2])
    assert first.get(path).status_code == 200
    with django_assert_max_num_queries(3):  # session, account, versions
        page = second.get(path)
    assert made == [path]
    form = page.content.decode().split(f'action="{reverse("table:report", args=[table.pk])}"')[1]
    token = form.split('csrfmiddlewaretoken" value="')[1].split('"')[0]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = second.cookies
    said = form.split('reported_so_far" value="')[1].split('"')[0]
    sent = {f"report-score_{seat}": 40 - seat for seat in range(4)}
    sent |= {"reported_so_far": said, "csrfmiddlewaretoken": token}
    assert strict.post(reverse("table:report", args=[table.pk]), sent).status_code == 302
    assert table.reports.get().reported_by == users(table)[1]


def test_a_page_that_is_asked_for_again_is_known(table: Table) -> None:
    """The tokens of its forms differ each time, but hide the same secret."""
    path = reverse("table:page", args=[table.pk])
    client = browser(users(table)[0])
    client.get(path)
    known = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": known}).status_code == 304


def test_it_holds_nothing_of_whoever_asked_first(table: Table) -> None:
    path = reverse("table:page", args=[table.pk])
    first, second, *_others = users(table)
    browser(first).get(path)
    page = browser(second).get(path).content.decode()
    assert f'data-account="{second.pk}"' in page
    assert f'data-account="{first.pk}"' not in page
    with override_settings(NABU_SHARED_PAGES=False):
        assert f'data-account="{second.pk}"' in browser(second).get(path).content.decode()
