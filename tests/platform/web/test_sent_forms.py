"""Forms that pages send in the background: where they lead, once however often they come, and who was signed out."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nabu.contests.tournaments.models import Penalty
from nabu.web.idempotency.models import KeyedRequest
from tests.platform.contests.tournaments.people import entry_of
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.usefixtures("db")

WARNING = {"kind": "warning", "reason": "Late.", "points": "0"}


@pytest.fixture
def event() -> Event:
    return make_event(2, table_size=2)


def give_penalty(client: Client, event: Event, key: str = "a" * 32, **more: Any) -> Any:
    address = reverse("tournaments:penalty_give", args=[event.tournament.pk])
    page = reverse("tournaments:penalties", args=[event.tournament.pk])
    headers = {"Nabu-Form": "true", "Idempotency-Key": key, "referer": f"http://testserver{page}"}
    words = WARNING | {"entry": entry_of(event, 1).pk} | more
    return client.post(address, words, headers=headers)


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_answer_names_the_page_to_go_to(event: Event) -> None:
    client = signed_in(event)
    answer = give_penalty(client, event)
    assert answer.status_code == 204
    page = client.get(answer["Nabu-Location"]).content.decode()
    assert Penalty.objects.count() == 1
    assert "alert-success" in page, "what is said once is said on the page that it leads to"


def test_what_comes_twice_under_one_key_is_done_once(event: Event) -> None:
    client = signed_in(event)
    first, second = (give_penalty(client, event) for _time in range(2))
    assert (first.status_code, second.status_code) == (204, 204)
    assert first["Nabu-Location"] == second["Nabu-Location"]
    assert Penalty.objects.count() == 1
    give_penalty(client, event, key="b" * 32)
    assert Penalty.objects.count() == 2


def test_what_was_refused_keeps_no_key(event: Event) -> None:
    client = signed_in(event)
    assert give_penalty(client, event, reason="").status_code == 200
    assert not KeyedRequest.objects.exists()
    assert give_penalty(client, event).status_code == 204


def test_who_is_signed_out_is_led_to_sign_in_and_back_to_the_page_of_the_form(event: Event) -> None:
    answer = give_penalty(Client(), event)
    page = reverse("tournaments:penalties", args=[event.tournament.pk])
    assert answer.status_code == 204
    assert answer["Nabu-Signed-Out"] == "true"
    assert answer["Nabu-Location"] == f"{reverse('account_login')}?next={page}"
    assert not Penalty.objects.exists()


def test_htmx_is_led_to_the_sign_in_page_and_not_given_it_as_a_part(event: Event) -> None:
    page = reverse("tournaments:entries", args=[event.tournament.pk])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}?q=a"}
    answer = Client().post(reverse("tournaments:entry_drop", args=[entry_of(event, 1).pk]), headers=headers)
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next={page}%3Fq%3Da"


@pytest.mark.parametrize("elsewhere", ["http://evil.example/", "//evil.example/", ""])
def test_the_way_back_is_never_to_another_site(event: Event, elsewhere: str) -> None:
    address = reverse("tournaments:entry_drop", args=[entry_of(event, 1).pk])
    answer = Client().post(address, headers={"Nabu-Form": "true", "referer": elsewhere})
    assert answer["Nabu-Location"] == f"{reverse('account_login')}?next=/"


def test_a_form_without_script_is_answered_as_ever(event: Event) -> None:
    address = reverse("tournaments:entry_drop", args=[entry_of(event, 1).pk])
    assert signed_in(event).post(address).status_code == 302


def test_a_page_says_whose_it_is_and_what_is_said_of_forms(event: Event) -> None:
    page = signed_in(event).get(reverse("home")).content.decode()
    assert f'data-account="{event.organiser.pk}"' in page
    assert 'id="form-notices"' in page
    assert "data-account" not in Client().get(reverse("home")).content.decode()
