"""What people see of rated tournaments: badges, questions, objections, and the pages of staff."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import RatedStatus
from nabu.contests.clubs.rated_status import grant_status
from nabu.contests.ratings.models import ApprovalObjection, RatedGame
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.tournaments.exclusion import exclude_tournament
from nabu.contests.tournaments.models import Entry, Role, Tournament
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.messages.notifications.models import Mail, Mailbox
from tests.platform.by_hand import do_jobs
from tests.platform.contests.ratings.test_rated import approved_event, event, play
from tests.platform.scenario import account, all_agree, make_rated

pytestmark = pytest.mark.django_db

NEW = {
    "name": "New",
    "game": "babylonia",
    "ruleset": "base",
    "components": "babylonia-2019",
    "stages": [{"format": "swiss"}],
}


def of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(user: User, name: str, *arguments: object) -> str:
    return " ".join(of(user).get(reverse(name, args=arguments)).content.decode().split())


def post(user: User, address: str, /, *arguments: object, **words: object) -> Any:
    return of(user).post(reverse(address, args=arguments), words, follow=True)


@pytest.fixture
def ana() -> User:
    return make_rated(account("ana"))


@pytest.fixture
def boss() -> User:
    return account("boss", is_staff=True, is_superuser=True)


def test_a_player_is_asked_on_the_home_page_and_agrees_there(ana: User) -> None:
    one, two = account("one"), account("two")
    tournament = event(ana, one, two)
    entry = tournament.entries.get(player=one.player)
    for name, arguments in (("home", ()), ("tournaments:detail", (tournament.pk,)), ("players:consents", ())):
        assert "Agree to be rated" in page(one, name, *arguments), name
        assert "Agree to be rated" not in page(ana, name, *arguments), name
    assert "2 players with an account have not agreed to be rated" in page(ana, "tournaments:entries", tournament.pk)
    post(one, "tournaments:entry_agree", entry.pk)
    entry.refresh_from_db()
    assert entry.consent == Entry.Consent.INVITATION
    assert "Agree to be rated" not in page(one, "home")
    assert "Withdraw consent" in page(one, "tournaments:entry", entry.pk)
    assert "1 player with an account has not agreed to be rated" in page(ana, "tournaments:entries", tournament.pk)
    post(one, "tournaments:entry_decline", entry.pk)
    assert "You declined to be rated" in page(one, "tournaments:entry", entry.pk)
    assert "declined to be rated" in page(ana, "tournaments:entries", tournament.pk)


def test_a_hidden_draft_asks_nobody(ana: User) -> None:
    one = account("one")
    tournament = event(ana, one, "Guest")
    Tournament.objects.filter(pk=tournament.pk).update(status="draft")
    assert "Agree to be rated" not in page(one, "home")
    Tournament.objects.filter(pk=tournament.pk).update(check_in_open=True)
    assert "Agree to be rated" in page(one, "home")


def test_badges_and_what_an_unrated_tournament_says(ana: User) -> None:
    bo = account("bo")
    rated, unrated = event(ana, "A", "B"), play(bo, event(bo, "A", "B"))
    for name in ("tournaments:detail", "tournaments:ratings"):
        assert ">rated</span>" in page(bo, name, rated.pk)
        assert ">unrated</span>" in page(bo, name, unrated.pk)
    assert "· unrated</span>" in page(ana, "tournaments:list")
    assert "Site staff grant it" in page(bo, "tournaments:ratings", unrated.pk)
    assert "Site staff grant it" not in page(ana, "tournaments:ratings", unrated.pk)
    assert "Approve ratings" not in page(bo, "tournaments:ratings", unrated.pk)
    assert "See ratings" not in page(bo, "tournaments:detail", unrated.pk)


def test_the_settings_ask_only_those_with_the_status(ana: User) -> None:
    bo = account("bo")
    assert 'name="rated"' in page_of_new(ana)
    assert 'name="rated"' not in page_of_new(bo)
    tournament = play(ana, event(ana, "A", "B"))
    assert 'name="rated"' in page(ana, "tournaments:edit", tournament.pk)
    words = {"name": "Duel", "round_minutes": 0, "no_show_minutes": 15}
    words |= {"ratings_need": "agreed", "statistics_need": "replayed", "watch_delay": "5"}
    post(ana, "tournaments:edit", tournament.pk, **words)
    tournament.refresh_from_db()
    assert not tournament.rated
    post(ana, "tournaments:edit", tournament.pk, rated="on", **words)
    tournament.refresh_from_db()
    assert tournament.rated
    approve_tournament(ana, tournament)
    assert 'name="rated"' not in page(ana, "tournaments:edit", tournament.pk)


def page_of_new(user: User) -> str:
    return of(user).get(reverse("tournaments:new") + "?game=babylonia").content.decode()


def test_the_api_says_and_takes_rated(ana: User) -> None:
    bo = account("bo")
    api = APIClient()
    api.force_authenticate(bo)
    made = api.post("/api/v1/tournaments/", NEW, format="json").json()
    assert made["rated"] is False
    refused = api.post("/api/v1/tournaments/", {**NEW, "rated": True}, format="json")
    assert (refused.status_code, "rated status" in refused.json()["detail"]) == (400, True)
    refused = api.patch(f"/api/v1/tournaments/{made['id']}/", {"rated": True}, format="json")
    assert (refused.status_code, "rated status" in refused.json()["detail"]) == (409, True)
    api.force_authenticate(ana)
    assert api.post("/api/v1/tournaments/", NEW, format="json").json()["rated"] is True
    made = api.post("/api/v1/tournaments/", {**NEW, "rated": False}, format="json").json()
    assert made["rated"] is False
    assert [line["rated"] for line in api.get("/api/v1/tournaments/").json()["results"]].count(True) == 1


def test_the_api_asks_for_consent_and_shows_it_to_those_concerned(ana: User) -> None:
    one, two = account("one"), account("two")
    tournament = event(ana, one, two, "Guest", "Guest Two")
    entry = tournament.entries.get(player=one.player)
    api, address = APIClient(), f"/api/v1/entries/{entry.pk}/"
    api.force_authenticate(two)
    assert api.get(address).json()["consent"] is None
    api.force_authenticate(ana)
    assert api.get(address).json()["consent"] == ""
    entries = api.get(f"/api/v1/tournaments/{tournament.pk}/entries/").json()["results"]
    assert [line["guest"] for line in entries] == [False, False, True, True]
    api.force_authenticate(one)
    assert api.post(f"{address}consent/").json()["consent"] == "invitation"
    assert api.delete(f"{address}consent/").json()["consent"] == "declined"


def test_one_consent_for_a_club_on_its_page(boss: User, ana: User) -> None:
    one = account("one")
    club = clubs.create_club(ana, "Ur")
    assert "Agree to be rated" not in page(one, "clubs:detail", club.pk)
    grant_status(boss, "Known.", club=club)
    assert "Agree to be rated" in page(one, "clubs:detail", club.pk)
    post(one, "clubs:agree", club.pk)
    assert "You agreed to be rated in all rated tournaments" in page(one, "clubs:detail", club.pk)
    assert event(ana, one, "Guest", club=club).entries.get(player=one.player).agreed
    assert "Ur" in page(one, "players:consents")
    post(one, "clubs:withdraw", club.pk)
    assert "None. You can agree for all" in page(one, "players:consents")


def test_the_picker_tells_a_guest_from_an_account_of_the_same_name(ana: User) -> None:
    dan = account("dan", "Dan")
    event(ana, "Dan", "Eve")
    tournament = event(ana, "A", "B")
    found = of(ana).get(reverse("tournaments:entries", args=[tournament.pk]), {"known": "Dan"}).content.decode()
    assert f"account, player {dan.player.pk}" in found
    assert "guest, player" in found


def test_an_objection_goes_its_way_on_the_pages(boss: User, ana: User) -> None:
    tournament, one, two = approved_event(ana)
    assert "You can object until" in page(one, "home")
    assert "Object to the ratings" in page(one, "tournaments:ratings", tournament.pk)
    assert "Object to the ratings" not in page(ana, "tournaments:ratings", tournament.pk)
    post(one, "tournaments:ratings_object", tournament.pk, reason="We never played.")
    objection = ApprovalObjection.objects.get()
    for user in (ana, boss):
        assert "Answer objection" in page(user, "home")
        assert "1 objection to the ratings waits for an answer" in page(user, "tournaments:detail", tournament.pk)
        assert "We never played." in page(user, "tournaments:ratings", tournament.pk)
    assert "We never played." not in page(two, "tournaments:ratings", tournament.pk)
    prefix = f"objection-{objection.pk}"
    words = {f"{prefix}-accepted": "accept", f"{prefix}-answer": "You are right."}
    post(ana, "tournaments:ratings_answer", objection.pk, **words)
    assert "You are right." in page(one, "tournaments:ratings", tournament.pk)
    assert "correct the result at its table" in page(ana, "tournaments:ratings", tournament.pk)
    assert "Answer objection" not in page(ana, "home")


def test_staff_take_a_tournament_out_on_its_page_and_in_the_administration(boss: User, ana: User) -> None:
    tournament = approve_tournament(ana, play(ana, event(ana, "A", "B")))
    post(boss, "tournaments:ratings_exclude", tournament.pk, reason="Being looked at.")
    assert not RatedGame.objects.exists()
    assert "Being looked at." in page(account("reader"), "tournaments:ratings", tournament.pk)
    post(boss, "tournaments:ratings_restore", tournament.pk, reason="All is well.")
    assert "All is well." in page(account("reader2"), "tournaments:ratings", tournament.pk)
    admin = reverse("admin:tournaments_tournament_changelist")
    words = {"_selected_action": [tournament.pk], "action": "take_out", "reason": "", "index": 0}
    of(boss).post(admin, words)
    assert RatedGame.objects.exists(), "not without a reason"
    of(boss).post(admin, words | {"reason": "Again."})
    assert not RatedGame.objects.exists()
    of(boss).post(admin, words | {"action": "put_back", "reason": "Back."})
    assert RatedGame.objects.exists()
    actions = AuditEntry.objects.filter(action__startswith="tournament.ratings_").order_by("pk")
    assert [entry.reason for entry in actions] == ["Being looked at.", "All is well.", "Again.", "Back."]


def with_address(*people: User) -> None:
    for user in people:
        user.email = f"{user.username}@example.org"
        user.save()
        Mailbox.objects.create(user=user, confirmed=user.email)


def test_approvals_and_exclusions_are_told_by_mail(boss: User, ana: User) -> None:
    one, two, helper = account("one"), account("two"), account("helper")
    with_address(one, two, ana, helper)
    tournament = play(ana, event(ana, one, two))
    Role.objects.create(tournament=tournament, user=helper, kind=Role.Kind.DIRECTOR)
    all_agree(tournament)
    do_jobs("announce")
    Mail.objects.all().delete()
    approve_tournament(ana, tournament)
    do_jobs("announce")
    told = {letter.user.username: letter for letter in Mail.objects.all()}
    assert set(told) == {"one", "two"}
    assert "mails.approved" in json.dumps(told["one"].content)
    Mail.objects.all().delete()
    exclude_tournament(boss, tournament, "Being looked at.")
    told = {letter.user.username: letter for letter in Mail.objects.all()}
    assert set(told) == {"ana", "helper"}
    assert "Being looked at." in json.dumps(told["ana"].content)
    assert not mail.outbox


def test_staff_grant_and_revoke_on_their_page(boss: User) -> None:
    bo = account("bo")
    club = clubs.create_club(bo, "Ur")
    assert "No account has exactly this" in post(boss, "staff:grant", username="nobody", reason="x").content.decode()
    assert "either an account or a club" in post(boss, "staff:grant", reason="x").content.decode()
    post(boss, "staff:grant", username="bo", reason="League of Ur")
    post(boss, "staff:grant", club="ur", reason="Old club")
    assert set(RatedStatus.objects.values_list("account__username", "club__name")) == {("bo", None), (None, club.name)}
    assert "League of Ur" in page(boss, "staff:rated")
    post(boss, "staff:revoke", RatedStatus.objects.get(account=bo).pk, reason="Moved away")
    assert "Moved away" in page(boss, "staff:rated")


def test_the_page_of_patterns_shows_figures_and_links(boss: User, ana: User) -> None:
    for _number in range(6):
        approve_tournament(ana, play(ana, event(ana, "A", "B")))
    shown = page(boss, "patterns")
    assert "6 of 6" in shown
    assert "Repeated pairings of the same players" in shown
    player = Entry.objects.filter(player__name="A").first()
    assert player is not None
    assert reverse("players:detail", args=[player.player_id]) in shown


def test_more_rows_cost_staff_no_more_queries(boss: User, ana: User) -> None:
    counts = []
    client = of(boss)
    for number in range(2):
        for each in range(2):
            club = clubs.create_club(account(f"owner{number}{each}"), f"Club {number} {each}")
            grant_status(boss, "Known.", club=club)
            approve_tournament(ana, play(ana, event(ana, f"A{number}", f"B{number}")))
            approve_tournament(ana, play(ana, event(ana, f"A{number}", f"B{number}")))
        client.get(reverse("patterns"))
        for name in ("staff:rated", "patterns"):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse(name)).status_code == 200
            counts.append((name, len(captured)))
    assert counts[:2] == counts[2:]


def test_what_is_made_unrated_later_shows_no_changes(ana: User) -> None:
    tournament = play(ana, event(ana, "A", "B"))
    update_tournament(ana, tournament, rated=False)
    assert "You can make it rated" in page(ana, "tournaments:ratings", tournament.pk)
    assert "No rated games yet." in page(ana, "tournaments:ratings", tournament.pk)
