"""One main action a page, which names what it is about."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.clock.services import set_minutes
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.registration.services import accept, register
from nabu.contests.tournaments.setup.services import update_tournament
from tests.platform.scenario import Event, account, make_event, users

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]


def filled(page: str) -> list[str]:
    """The words of the filled buttons that are in sight: not those in parts that are folded."""
    folded = re.compile(r"<details(?![^>]*\bopen\b)[^>]*>(?:(?!<details).)*?</details>", re.DOTALL)
    while folded.search(page):
        page = folded.sub("", page)
    return [
        re.sub("<[^>]*>", "", words).strip()
        for words in re.findall(r'class="btn[^"]*btn-primary[^"]*"[^>]*>(.*?)</', page)
    ]


def round_page(client: Client, event: Event) -> str:
    last = Round.objects.filter(stage__tournament=event.tournament).latest("pk")
    return client.get(reverse("tournaments:round", args=[last.pk])).content.decode()


def test_the_button_of_a_round_says_what_it_is_about(sign_in: SignIn) -> None:
    event = make_event(6, table_size=2)
    client = sign_in(event.organiser)
    client.post(reverse("tournaments:pair", args=[event.tournament.pk]))
    assert filled(round_page(client, event)) == ["Publish round 1"]
    found = Round.objects.get()
    client.post(reverse("tournaments:round_publish", args=[found.pk]))
    one, two, three = found.tables.order_by("number")
    assert filled(round_page(client, event)) == ["Enter the result of table 1"]
    set_minutes(event.organiser, found, 50)
    assert filled(round_page(client, event)) == ["Start clock"]
    report = results.report_result(users(two)[0], two, [100, 90])
    page = round_page(client, event)
    assert filled(page) == ["Confirm the result of table 2"]
    assert page.index(f'id="table-{two.pk}"') < page.index(f'id="table-{one.pk}"'), "what waits comes first"
    assert "needs your OK" in page
    assert "table-asks" in page
    results.dispute_report(users(two)[1], report, "No.")
    results.report_result(users(one)[0], one, [100, 90])
    assert filled(round_page(client, event)) == ["Settle the dispute at table 2"]
    for table in (one, two, three):
        table.refresh_from_db()
        results.rule_result(event.organiser, table, Ruling([2, 1], reason="So it was."))
    assert filled(round_page(client, event)) == ["Lock round and pair round 2"]


def test_others_see_a_round_without_what_waits_for_the_organiser(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2)
    one, two = event.pair().tables.order_by("number")
    results.report_result(users(two)[0], two, [100, 90])
    page = round_page(Client(), event)
    assert filled(page) == []
    assert "needs your OK" not in page
    assert "table-asks" not in page
    assert page.index(f'id="table-{one.pk}"') < page.index(f'id="table-{two.pk}"')
    for words in ("A player leaves", "Reopen a result", "Add time or pause", "Yes, discard round"):
        assert words not in page


@pytest.mark.parametrize("name", ["check_in", "prizes_edit", "prizes", "entries"])
def test_pages_of_a_draft_have_one_filled_button(sign_in: SignIn, name: str) -> None:
    event = make_event(4, start=False)
    page = sign_in(event.organiser).get(reverse(f"tournaments:{name}", args=[event.tournament.pk])).content.decode()
    assert len(filled(page)) == 1, filled(page)


def test_the_account_page_has_one_filled_button(sign_in: SignIn) -> None:
    assert filled(sign_in(account("somebody")).get(reverse("players:account")).content.decode()) == ["Save"]


def test_registering_is_the_main_action_of_others_than_the_organiser(sign_in: SignIn) -> None:
    event = make_event(2, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, capacity=8)
    address = reverse("tournaments:registration", args=[event.tournament.pk])
    assert "Register" not in filled(sign_in(event.organiser).get(address).content.decode())
    assert filled(sign_in(account("somebody")).get(address).content.decode()) == ["Register"]


def test_the_organiser_answers_registrations_one_after_the_other_and_then_starts(sign_in: SignIn) -> None:
    """The first one that waits is the main action, and none is twice in blue."""
    event = make_event(0, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, registration_approval=True, capacity=8)
    client, address = sign_in(event.organiser), reverse("tournaments:registration", args=[event.tournament.pk])
    seen = []
    for waiting in (0, 2, 1, 0):
        page = client.get(address).content.decode()
        assert page.count(">Accept<") == waiting
        seen.append(filled(page))
        if not seen[1:]:
            for name in ("early", "late"):
                register(account(name), event.tournament)
        elif waiting:
            accept(event.organiser, event.tournament.registrations.filter(status="pending").earliest("pk"))
    assert seen == [["Add players"], ["Accept"], ["Accept"], ["Start and pair round 1"]]


def test_pages_of_a_table_and_of_undo_have_one_filled_button(sign_in: SignIn) -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    address = reverse("table:page", args=[table.pk])
    for person in (event.organiser, users(table)[0]):
        assert len(filled(sign_in(person).get(address).content.decode())) == 1
    client = sign_in(event.organiser)
    history = client.get(reverse("tournaments:audit", args=[event.tournament.pk])).content.decode()
    undo = re.search(r'href="(/tournaments/changes/\d+/[^"]*)"', history)
    assert undo
    assert len(filled(client.get(undo[1]).content.decode())) == 1


def test_register_is_not_the_main_button_for_somebody_who_is_registered(sign_in: SignIn) -> None:
    event = make_event(2, start=False)
    event.tournament.registration = True
    event.tournament.save()
    address = reverse("tournaments:detail", args=[event.tournament.pk])
    assert filled(Client().get(address).content.decode()) == ["Register"]
    assert filled(sign_in(account("somebody")).get(address).content.decode()) == ["Register"]
    assert "Register" not in filled(sign_in(event.players[0]).get(address).content.decode())
