"""The session ends while somebody types: nothing of it is lost, and nothing is sent without a press."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from nabu.kept_forms.middleware import KEPT, MOST_CHARACTERS, SECONDS
from nabu.players.models import User
from nabu.tournaments.entries.services import update_entry
from nabu.tournaments.models import Tournament
from tests.platform.page_forms import form_with
from tests.platform.scenario import PASSWORD, Event, account, make_event
from tests.platform.tournaments.people import helper_of

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def event() -> Event:
    return make_event(2, start=False)


def sign_in(client: Client, user: User, address: str) -> str:
    """By the form, and then to the page that it leads to. Returns the page."""
    user.set_password(PASSWORD)
    user.save()
    form = {"login": user.username, "password": PASSWORD, "next": parse_qs(urlsplit(address).query)["next"][0]}
    response = client.post(urlsplit(address).path, form)
    assert response.status_code == 302
    return client.get(response["Location"]).content.decode()


def send(client: Client, event: Event, data: dict[str, Any], **headers: str) -> Any:
    page = reverse("tournaments:entry", args=[event.tournament.entries.order_by("seed")[0].pk])
    address = reverse("tournaments:entry_edit", args=[event.tournament.entries.order_by("seed")[0].pk])
    return client.post(address, data, headers={"referer": f"http://testserver{page}", **headers})


def club(event: Event) -> str:
    return event.tournament.entries.order_by("seed")[0].club


def test_what_was_typed_is_in_the_form_after_signing_in_and_is_not_sent(client: Client, event: Event) -> None:
    response = send(client, event, {"club": "Nippur <b>", "note": "late\nagain"})
    assert response.status_code == 302
    shown = client.get(response["Location"]).content.decode()
    assert "What you sent is kept for an hour, without passwords and files." in shown
    html = sign_in(client, event.organiser, response["Location"])
    assert 'value="Nippur &lt;b&gt;"' in html
    assert "late\nagain" in html
    assert "check it and send it" in html
    assert club(event) == ""
    # It stays until it is sent.
    page = reverse("tournaments:entry", args=[event.tournament.entries.order_by("seed")[0].pk])
    assert "Nippur" in client.get(page).content.decode()
    assert send(client, event, {"club": "Nippur", "note": "late"}).status_code == 302
    assert club(event) == "Nippur"
    assert "check it and send it" not in client.get(page).content.decode()


def test_a_form_that_is_its_own_page(client: Client, event: Event) -> None:
    address = reverse("tournaments:edit", args=[event.tournament.pk])
    response = client.post(address, {"name": "Autumn in Ur", "stages": "2", "stage-2-format": "swiss"})
    html = sign_in(client, event.organiser, response["Location"])
    assert 'value="Autumn in Ur"' in html
    assert '<input type="hidden" name="stage-2-format" value="swiss">' in html
    assert Tournament.objects.get().name == "Spring in Ur"


def test_htmx_is_led_to_the_sign_in_page_and_not_given_it_as_a_part(client: Client, event: Event) -> None:
    page = reverse("tournaments:entries", args=[event.tournament.pk])
    current = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}?q=a"}
    response = send(client, event, {"club": "Nippur"}, **current)
    assert response.status_code == 200
    assert parse_qs(urlsplit(response["HX-Redirect"]).query)["next"] == [f"{page}?q=a"]
    assert "no longer on this page" in sign_in(client, event.organiser, response["HX-Redirect"])


@pytest.mark.parametrize("address", ["https://evil.example/tournaments/", "http://testserver//evil.example/"])
def test_another_site_is_never_the_page_to_go_back_to(client: Client, event: Event, address: str) -> None:
    response = send(client, event, {"club": "Nippur"}, referer=address)
    back = parse_qs(urlsplit(response["Location"]).query)["next"][0]
    assert back.startswith("/")
    assert "evil" not in back


def test_another_site_cannot_leave_a_form_here(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    assert send(client, event, {"club": "Nippur"}).status_code == 403
    assert KEPT not in client.session


def test_passwords_and_files_are_not_kept_and_the_page_says_so(client: Client, event: Event) -> None:
    page = reverse("tournaments:import", args=[event.tournament.pk])
    sent = {"text": "Ada", "new_password": "secret", "file": SimpleUploadedFile("players.csv", b"Ada")}
    headers = {"referer": f"http://testserver{page}"}
    response = client.post(reverse("tournaments:import_preview", args=[event.tournament.pk]), sent, headers=headers)
    assert "secret" not in str(dict(client.session))
    html = sign_in(client, event.organiser, response["Location"])
    assert "Choose again: players.csv" in html
    assert "Passwords are not kept." in html
    assert "Ada" in html


def test_who_may_not_see_the_page_is_not_shown_what_somebody_typed(client: Client, event: Event) -> None:
    response = send(client, event, {"club": "Nippur"})
    assert "Nippur" not in sign_in(client, account("stranger"), response["Location"])
    assert KEPT not in client.session


def test_it_can_be_thrown_away_and_is_forgotten_after_an_hour(client: Client, event: Event) -> None:
    html = sign_in(client, event.organiser, send(client, event, {"club": "Nippur"})["Location"])
    assert reverse("discard_kept_form") in html
    page = client.post(reverse("discard_kept_form"))["Location"]
    assert "Nippur" not in client.get(page).content.decode()
    client.logout()
    response = send(client, event, {"club": "Nippur"})
    session = client.session
    session[KEPT] |= {"at": session[KEPT]["at"] - SECONDS - 1}
    session.save()
    assert "Nippur" not in sign_in(client, event.organiser, response["Location"])


def test_too_much_is_not_kept_and_that_is_said(client: Client, event: Event) -> None:
    response = send(client, event, {"club": "x" * MOST_CHARACTERS})
    assert KEPT not in client.session
    assert "too long to be kept" in client.get(response["Location"]).content.decode()


def test_a_press_of_a_button_is_not_repeated(client: Client, event: Event) -> None:
    page = reverse("tournaments:detail", args=[event.tournament.pk])
    headers = {"referer": f"http://testserver{page}"}
    response = client.post(reverse("tournaments:start", args=[event.tournament.pk]), headers=headers)
    html = sign_in(client, event.organiser, response["Location"])
    assert "Press the button again" in html
    assert Tournament.objects.get().status == Tournament.Status.DRAFT


def test_a_page_that_cannot_be_asked_for_again_is_replaced_by_what_was_typed(client: Client, event: Event) -> None:
    sent_to = reverse("tournaments:entry_edit", args=[event.tournament.entries.order_by("seed")[0].pk])
    response = send(client, event, {"club": "Nippur"}, referer=f"http://testserver{sent_to}")
    html = sign_in(client, event.organiser, response["Location"])
    assert "<dd" in html
    assert "Nippur" in html


def test_what_somebody_else_changed_before_the_sign_in_is_shown(client: Client, event: Event) -> None:
    entry = event.tournament.entries.order_by("seed")[0]
    client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("tournaments:entry", args=[entry.pk])).content.decode()
    seen = form_with(page, "club")
    client.logout()
    update_entry(helper_of(event, "director"), entry, club="Uruk")
    html = sign_in(client, event.organiser, send(client, event, seen | {"club": "Nippur"})["Location"])
    assert "Director (director) changed this" in send(client, event, form_with(html, "club")).content.decode()
    assert club(event) == "Uruk"
