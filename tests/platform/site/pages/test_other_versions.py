"""Forms between two hosts while a site is updated: drawn by one version, sent to the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.contests.tournaments import stale
from nabu.contests.tournaments.setup.services import update_tournament
from tests.platform.page_forms import form_with
from tests.platform.scenario import make_event

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]


def drawn_by_another(as_shown: str, *, without: str = "", and_also: str = "") -> str:
    """What the form was drawn with, by a version that has no field of that name, or one more."""
    signer = Signer(salt=stale.SALT)
    tournament, drawn = signer.unsign_object(as_shown)
    if without:
        del drawn[without]
    if and_also:
        drawn[and_also] = ["0123456789ab", "shown"]
    return signer.sign_object([tournament, drawn], compress=True)


def test_a_form_of_the_older_version_empties_nothing_that_it_does_not_know(sign_in: SignIn) -> None:
    event = make_event(4)
    update_tournament(event.organiser, event.tournament, place="Ur")
    client, page = sign_in(event.organiser), reverse("tournaments:edit", args=[event.tournament.pk])
    sent = {**form_with(client.get(page).content.decode(), "name"), "name": "Spring in Uruk"}
    del sent["place"]
    answer = client.post(page, {**sent, "as_shown": drawn_by_another(sent["as_shown"], without="place")})
    assert event.refresh().place == "Ur"
    again = form_with(answer.content.decode(), "name")
    assert (again["name"], again["place"]) == ("Spring in Uruk", "Ur")
    assert client.post(page, again).status_code == 302
    assert (event.refresh().name, event.refresh().place) == ("Spring in Uruk", "Ur")


def test_a_form_of_the_newer_version_saves_what_the_older_one_knows(sign_in: SignIn) -> None:
    event = make_event(4)
    client, page = sign_in(event.organiser), reverse("tournaments:edit", args=[event.tournament.pk])
    sent = {**form_with(client.get(page).content.decode(), "name"), "name": "Spring in Uruk", "novelty": "typed"}
    answer = client.post(page, {**sent, "as_shown": drawn_by_another(sent["as_shown"], and_also="novelty")})
    assert answer.status_code == 302
    assert event.refresh().name == "Spring in Uruk"
