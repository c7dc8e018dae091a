"""Claims, invitations and merges on their pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import Player
from nabu.contests.tournaments.entries.services import update_entry
from nabu.people.claims import invitations
from nabu.people.claims.codes import invitation_of
from nabu.people.claims.models import ClaimRequest, Invitation, WrongCode
from tests.platform.people.claims.test_claims import HOME, code_for, entry_of, guest, guests
from tests.platform.scenario import account
from tests.platform.site.pages.test_registration import client_of

pytestmark = pytest.mark.usefixtures("db")


def body(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_home_page_asks_an_account_of_the_same_name_and_its_organiser_decides() -> None:
    event = guests("Ea", "Bel")
    ana = client_of(account("ana", "Ea"))
    home = reverse("home")
    assert "Are you Ea who played in Spring in Ur?" in body(ana, home)
    assert "Are you Ea" not in body(client_of(account("bo", "Sin")), home)
    ana.post(reverse("claims:ask", args=[guest("Ea").pk]))
    assert "The organiser decides about your claim." in body(ana, home)
    organiser = client_of(event.organiser)
    assert "claims to be your guest" in body(organiser, home)
    organiser.post(reverse("claims:approve", args=[ClaimRequest.objects.get().pk]))
    assert "Are you Ea" not in body(ana, home)
    assert event.tournament.entries.get(player__user__username="ana")


def test_a_claim_that_is_not_me_is_not_asked_again() -> None:
    guests("Ea", "Bel")
    ana = client_of(account("ana", "Ea"))
    ana.post(reverse("claims:dismiss", args=[guest("Ea").pk]))
    assert "Are you Ea" not in body(ana, reverse("home"))


def test_codes_are_printed_once_and_a_visitor_comes_back_to_the_link() -> None:
    event = guests("Ea", "Bel")
    page = reverse("claims:codes", args=[event.tournament.pk])
    organiser = client_of(event.organiser)
    printed = organiser.post(page).content.decode()
    codes = re.findall(r"<strong>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})</strong>", printed)
    assert len(codes) == 2
    assert not any(code in body(organiser, reverse("claims:guests", args=[event.tournament.pk])) for code in codes)
    link = reverse("claims:claim", args=[codes[0]])
    shown = body(Client(), link)
    assert f"?next={link}" in shown
    assert "Ea" not in re.sub(r"<[^>]*>", "", shown), "a visitor learns nothing"
    assert "Are you Ea?" in body(client_of(account("ana")), link)


def test_a_wrong_code_counts_for_an_account_and_says_so() -> None:
    ana = client_of(account("ana"))
    done = ana.post(reverse("claims:code"), {"code": "ABCD EFGH JKMN"}, follow=True)
    assert "This code is invalid" in done.content.decode()
    assert WrongCode.objects.count() == 1
    for _guess in range(9):
        ana.get(reverse("claims:claim", args=["ABCD-EFGH-JKMN"]))
    assert ana.get(reverse("claims:claim", args=["ABCD-EFGH-JKMN"])).status_code == 429


def test_a_guest_is_invited_from_the_page_of_the_entry() -> None:
    event = guests("Ea", "Bel")
    entry = entry_of(event, "Ea")
    organiser = client_of(event.organiser)
    page = reverse("tournaments:entry", args=[entry.pk])
    assert "Send invitation" not in body(organiser, page)
    update_entry(event.organiser, entry, email="ea@example.org")
    assert "Send invitation" in body(organiser, page)
    organiser.post(reverse("claims:invite", args=[entry.pk]))
    assert Invitation.objects.get().email == "ea@example.org"


def test_nobody_but_directors_sees_an_address() -> None:
    event = guests("Ea", "Bel")
    entry = entry_of(event, "Ea")
    update_entry(event.organiser, entry, email="ea@example.org")
    number = event.tournament.pk
    pages = [
        *(
            reverse(f"tournaments:{name}", args=[number])
            for name in ("entries", "detail", "print_people", "export_json")
        ),
        reverse("tournaments:export_csv", args=[number, "players"]),
        f"/api/v1/tournaments/{number}/entries/",
        f"/api/v1/tournaments/{number}/export/",
        f"/api/v1/entries/{entry.pk}/",
    ]
    for who in (None, account("stranger")):
        client = client_of(who)
        for page in pages:
            response = client.get(page)
            assert response.status_code == 200, page
            assert b"ea@example.org" not in response.getvalue(), page
    organiser = client_of(event.organiser)
    assert "ea@example.org" in organiser.get(f"/api/v1/entries/{entry.pk}/").content.decode()


def test_the_page_and_the_api_of_a_merged_player_lead_to_the_other_one() -> None:
    event = guests("Ea", "Bel")
    ana = account("ana")
    source = guest("Ea").pk
    invitations.claim(ana, invitation_of(ana, code_for(event, "Ea"), HOME))
    client = Client()
    assert client.get(reverse("players:detail", args=[source]))["Location"] == reverse(
        "players:detail", args=[ana.player.pk]
    )
    found = client.get(f"/api/v1/players/{source}/").json()
    assert (found["name"], found["merged_into"]) == ("Ea", ana.player.pk)
    assert source not in [each["id"] for each in client.get("/api/v1/players/").json()["results"]]
    assert "Ea</a>" not in body(client, reverse("players:list"))


def test_staff_merge_on_a_page_and_undo_it_there() -> None:
    guests("Ea", "Bel")
    guests("Ea of Eridu", "Sin", prefix="other")
    source, target = guest("Ea of Eridu"), guest("Ea")
    staff = client_of(account("staff", is_staff=True))
    page = reverse("claims:merge", args=[source.pk])
    assert f"?into={target.pk}" in body(staff, f"{page}?q=Ea")
    assert "After the merge" in body(staff, f"{page}?into={target.pk}")
    staff.post(page, {"into": target.pk})
    assert Player.objects.get(pk=source.pk).merged_into == target
    shown = body(staff, reverse("claims:merge", args=[target.pk]))
    (undo,) = re.findall(r'action="(/merges/\d+/undo/)"', shown)
    staff.post(undo)
    assert Player.objects.get(pk=source.pk).merged_into is None
