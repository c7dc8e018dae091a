"""The registration of a tournament on its pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.players.models import User
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.registration import services
from nabu.contests.tournaments.setup.services import update_tournament
from tests.platform.contests.tournaments.test_registration import announced
from tests.platform.scenario import PASSWORD, Event, account, make_event
from tests.platform.site.pages.tournament_form import FORM, SWISS

pytestmark = pytest.mark.usefixtures("db")


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text(client: Client, name: str, event: Event) -> str:
    return client.get(reverse(name, args=[event.tournament.pk])).content.decode()


def test_a_visitor_signs_in_to_register_and_comes_back() -> None:
    event = announced()
    page = reverse("tournaments:registration", args=[event.tournament.pk])
    shown = text(client_of(None), "tournaments:registration", event)
    assert "Sign in to register" in shown
    assert f"?next={page}" in shown
    account("ana")
    client = Client()
    done = client.post(f"{reverse('account_login')}?next={page}", {"login": "ana", "password": PASSWORD})
    assert done["Location"] == page
    assert ">Register</button>" in client.get(page).content.decode()


def test_the_page_of_the_tournament_is_made_once_and_knows_whose_place_is_whose() -> None:
    event = announced(capacity=2)
    ana, bo, cem = (account(name) for name in ("ana", "bo", "cem"))
    for user in (ana, bo, cem):
        services.register(user, event.tournament)
    for user, words in ((None, ""), (ana, "You are registered"), (cem, "Waiting list: place 1"), (None, "")):
        shown = text(client_of(user), "tournaments:detail", event)
        assert "2 of 2 places taken" in shown
        assert words in shown
        assert ("You are registered" in shown, "Waiting list: place" in shown) == (user is ana, user is cem)


def test_a_director_who_accepts_somebody_is_told_when_the_tournament_is_full() -> None:
    event = announced(capacity=2, registration_approval=True)
    client = client_of(event.organiser)
    shown = []
    for name in ("ana", "bo", "cem"):
        asked = services.register(account(name), event.tournament)
        address = reverse("tournaments:registration_accept", args=[asked.pk])
        shown.append(client.post(address, follow=True).content.decode())
    assert ["accepted." in page for page in shown] == [True, True, False]
    assert "The tournament is full: " in shown[2]


def test_the_page_of_a_player_on_the_waiting_list_offers_to_withdraw() -> None:
    event = announced(capacity=2, players=2)
    ana = account("ana")
    services.register(ana, event.tournament)
    client = client_of(ana)
    assert "Waiting list: place 1" in text(client, "tournaments:registration", event)
    assert "you are last in line" in text(client, "tournaments:registration", event)
    closed = {"registration_closes_at": timezone.now() - timedelta(minutes=5)}
    update_tournament(event.organiser, event.tournament, **closed)
    assert "cannot register again" in text(client, "tournaments:registration", event)
    update_tournament(event.organiser, event.tournament, registration_closes_at=None)
    client.post(reverse("tournaments:withdraw", args=[event.tournament.pk]))
    assert "Join the waiting list" not in text(client_of(None), "tournaments:registration", event)
    assert "Join the waiting list" in text(client, "tournaments:registration", event)


def test_nobody_knows_the_lot_who_could_register_again_until_the_draw_is_a_good_one() -> None:
    """Attack: the seeds that are drawn follow from the lot and from the number of the entry."""
    event = announced()
    number = event.tournament.pk
    pages = (
        reverse("tournaments:detail", args=[number]),
        reverse("tournaments:export_json", args=[number]),
        f"/api/v1/tournaments/{number}/",
        f"/api/v1/tournaments/{number}/export/",
    )
    stranger, organiser = client_of(account("stranger")), client_of(event.organiser)
    for page in pages:
        assert event.tournament.lot not in stranger.get(page).content.decode(), page
        assert event.tournament.lot in organiser.get(page).content.decode(), page


def test_only_directors_see_who_waits() -> None:
    event = announced(capacity=2, players=2)
    services.register(account("zababa"), event.tournament)
    assert "Zababa" not in text(client_of(account("stranger")), "tournaments:registration", event)
    assert "Zababa" in text(client_of(event.organiser), "tournaments:registration", event)


def test_a_page_says_that_registration_opens_at_the_moment_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    event = announced(registration_opens_at=timezone.now() + timedelta(minutes=5))
    assert "Registration opens on" in text(client_of(None), "tournaments:detail", event)
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    monkeypatch.setattr("time.time", lambda: later.timestamp())
    assert "Registration open<" in text(client_of(None), "tournaments:detail", event)


def test_an_announced_tournament_stands_in_the_list_and_a_draft_does_not() -> None:
    announced()
    hidden = make_event(0, start=False, prefix="hidden")
    update_tournament(hidden.organiser, hidden.tournament, name="Hidden in Uruk")
    shown = client_of(None).get(reverse("tournaments:list")).content.decode()
    assert "Spring in Ur" in shown
    assert "Hidden in Uruk" not in shown


def test_the_organiser_sets_it_in_the_form() -> None:
    organiser = account("organiser")
    words = {"registration": "on", "capacity": "8", "registration_closes_at": "2030-03-01T18:00"}
    client_of(organiser).post(reverse("tournaments:new"), {**FORM, **SWISS, **words})
    made = Tournament.objects.get()
    assert (made.registration, made.capacity) == (True, 8)
    assert made.registration_closes_at is not None
    shown = client_of(organiser).get(reverse("tournaments:edit", args=[made.pk])).content.decode()
    assert 'value="2030-03-01T18:00"' in shown
