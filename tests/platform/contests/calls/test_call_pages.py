"""Calls on pages: one tap at the table, the code of a slip, the list and the line of those on duty."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.board.records.services import issue_at_table
from nabu.contests.calls.director import services
from nabu.contests.calls.limits.services import change_settings, settings_of
from nabu.contests.calls.models import Block, DirectorCall
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import seat_code, slip_token
from nabu.contests.tournaments.models import Role
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event, users


def playing() -> tuple[Event, Table, User]:
    event = make_event(4, table_size=2)
    keeper = account("keeper", "Ada")
    Role.objects.create(tournament=event.tournament, user=keeper, kind="scorekeeper")
    return event, event.pair().tables.order_by("number")[0], keeper


db, kept_world, changes_are_taken_back, event, table, keeper = kept_for_file(playing, "event", "table", "keeper")


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def part_of(page: str) -> str:
    """The part about the call of a table."""
    return page.partition('id="director-call"')[2].partition("</div>\n</div>")[0]


def test_one_tap_calls_and_the_caller_sees_who_comes(event: Event, table: Table, keeper: User) -> None:
    client, address = browser(users(table)[0]), f"/tables/{table.pk}/director-call/"
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert f'action="{address}"' in page
    assert client.post(address, {"director-call-note": ""})["Location"] == f"/tables/{table.pk}/"
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Director called just now" in page
    assert "Nobody has taken the call yet." in page
    services.take_call(keeper, DirectorCall.objects.get())
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<bdi>Ada</bdi> is coming." in part
    assert "Take call" not in part
    client.post(address, {"do": "cancel"})
    assert DirectorCall.objects.get().cancelled


def test_the_note_is_read_by_those_on_duty_only(event: Event, table: Table, keeper: User) -> None:
    player, other = users(table)
    note = "We think he peeks <now>"
    services.call_director(player, table, note)
    shown = "We think he peeks &lt;now&gt;"
    for user, sees in ((player, False), (other, False), (keeper, True), (event.organiser, True), (None, False)):
        for address in (f"/tables/{table.pk}/", f"/tables/{table.pk}/director-call/"):
            page = browser(user).get(address, headers={"HX-Request": "true"} if "call" in address else {})
            assert (shown in page.content.decode()) == sees, (user, address)
    token = slip_token(table, 0)
    assert shown not in browser().get(f"/slips/{token}/").content.decode()
    assert browser(player).get(f"/api/v1/tournaments/{event.tournament.pk}/calls/").status_code == 403


def test_a_refused_call_comes_back_with_its_note(event: Event, table: Table) -> None:
    player, other = users(table)
    services.call_director(player, table)
    page = browser(other).post(f"/tables/{table.pk}/director-call/", {"director-call-note": "My note"}).content.decode()
    assert f"{player.player.name} already called a director" in page
    assert "My note" in page


def test_a_seat_code_calls_and_cancels_from_the_slip(event: Event, table: Table) -> None:
    token = slip_token(table, 0)
    first, second = (seat_code(seat, 0) for seat in table.seats.order_by("position"))
    client, address = browser(), f"/slips/{token}/director-call/"
    page = client.get(f"/slips/{token}/").content.decode()
    assert f'action="{address}"' in page
    wrong = client.post(address, {"director-call-code": "ZZZZZ", "director-call-note": "It is urgent"})
    assert "No seat at this table has this code" in wrong.content.decode()
    assert "It is urgent" in wrong.content.decode()
    assert client.post(address, {"director-call-code": first}).status_code == 302
    assert "Director called just now" in client.get(f"/slips/{token}/").content.decode()
    assert "Director called just now" in client.get(address, headers={"HX-Request": "true"}).content.decode()
    not_mine = client.post(address, {"director-call-code": second, "do": "cancel"}).content.decode()
    assert "not the code of the seat that called" in not_mine
    assert client.post(address, {"director-call-code": first.lower(), "do": "cancel"}).status_code == 302
    assert DirectorCall.objects.get().cancelled


def test_the_recorder_calls_too(event: Event, table: Table) -> None:
    player = users(table)[0]
    record = issue_at_table(player, table)
    client, page = browser(player), f"/records/{record.public_id}/"
    assert f'action="{page}director-call/"' in client.get(page).content.decode()
    assert client.post(f"{page}director-call/", {"director-call-note": "x"})["Location"] == page
    assert "Director called just now" in client.get(page).content.decode()
    assert browser(users(table)[1]).get(f"{page}director-call/").status_code == 302
    assert browser(account("visitor")).post(f"{page}director-call/").status_code == 404


def test_those_on_duty_see_the_line_on_every_page_and_nobody_else_does(
    event: Event, table: Table, keeper: User
) -> None:
    services.call_director(users(table)[0], table)
    pk = event.tournament.pk
    pages = [f"/tournaments/{pk}/", f"/tournaments/{pk}/entries/", f"/tournaments/{pk}/standings/"]
    pages += [f"/tournaments/rounds/{table.round_id}/", f"/tables/{table.pk}/", f"/tournaments/{pk}/roles/"]
    for page in pages:
        shown = re.sub(r"<[^>]*>", "", browser(keeper).get(page).content.decode())
        assert f"1 call: table {table.number}" in " ".join(shown.split()), page
        for user in (users(table)[0], None):
            assert "calls-line" not in browser(user).get(page).content.decode(), page


def test_the_line_is_sent_again_only_when_it_says_something_else(event: Event, table: Table, keeper: User) -> None:
    client, address = browser(keeper), f"/tournaments/{event.tournament.pk}/calls/line/"
    assert client.get(f"{address}?have=0").status_code == 204
    call = services.call_director(users(table)[0], table)
    assert client.get(f"{address}?have=0").status_code == 200
    assert client.get(f"{address}?have={call.pk}").status_code == 204
    services.take_call(keeper, call)
    assert f"have={call.pk}t" in client.get(f"{address}?have={call.pk}").content.decode()
    assert browser(users(table)[0]).get(address).status_code == 403


def test_the_list_has_open_calls_first_and_tells_the_second_who_has_it(
    event: Event, table: Table, keeper: User
) -> None:
    address = f"/tournaments/{event.tournament.pk}/calls/"
    other = table.round.tables.order_by("number")[1]
    services.close_call(keeper, services.call_director(users(other)[0], other))
    call = services.call_director(users(table)[0], table, "Cards")
    client = browser(keeper)
    page = client.get(address).content.decode()
    assert page.index("Open calls") < page.index(f'id="call-{call.pk}"') < page.index("Closed calls")
    assert all(name in page for name in ("Cards", *(user.player.name for user in users(table))))
    client.post(f"/tournaments/calls/{call.pk}/take/")
    late = browser(event.organiser).post(f"/tournaments/calls/{call.pk}/take/", follow=True).content.decode()
    assert "Ada already took this call." in late
    client.post(f"/tournaments/calls/{call.pk}/close/")
    assert "No table is waiting." in client.get(address).content.decode()


def test_blocking_from_the_list_and_unblocking(event: Event, table: Table, keeper: User) -> None:
    call = services.call_director(users(table)[0], table)
    assert browser(keeper).post(f"/tournaments/calls/{call.pk}/block/").status_code == 403
    client = browser(event.organiser)
    client.post(f"/tournaments/calls/{call.pk}/block/")
    page = client.get(f"/tournaments/{event.tournament.pk}/calls/settings/").content.decode()
    assert users(table)[0].player.name in page
    client.post(f"/tournaments/blocks/{Block.objects.get().pk}/remove/")
    assert not Block.objects.exists()


@pytest.mark.parametrize("who", ["visitor", "player"])
def test_the_statistics_of_an_event_show_waits_without_names(
    event: Event, table: Table, keeper: User, who: str
) -> None:
    player = users(table)[0]
    services.close_call(keeper, services.call_director(player, table, "Cards"))
    client = browser(player if who == "player" else None)
    page = client.get(f"/tournaments/{event.tournament.pk}/dashboard/").content.decode()
    part = page.partition('id="waits-title"')[2].partition("</section>")[0]
    assert "Until taken" in part
    assert not any(word in part for word in ("Ada", player.player.name, "Cards"))
    [row] = client.get(f"/api/v1/tournaments/{event.tournament.pk}/calls/waits/").json()["results"]
    assert (row["title"], row["calls"], row["cancelled"]) == ("Round 1", 1, 0)


def test_a_switch_that_somebody_else_has_pressed_meanwhile_stays(event: Event) -> None:
    address = reverse("tournaments:call_settings", args=[event.tournament.pk])
    shown = {"calls": "on", "contact": "on", "calls_shown": "1", "contact_shown": "1"}
    change_settings(event.organiser, event.tournament, calls=False)
    assert browser(event.organiser).post(address, {**shown, "contact": ""}).status_code == 302
    found = settings_of(event.tournament)
    assert (found.calls, found.contact) == (False, False)
