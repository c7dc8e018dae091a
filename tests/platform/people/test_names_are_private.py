"""Names in private drafts are nobody else's business: a player is visible with the first published event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import create_player
from nabu.accounts.players.visibility import findable_players, visible_players
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.practice.services import create_practice_event
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, remove_entry
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.setup.services import TournamentSpec, delete_draft, start_tournament, update_tournament
from tests.platform.scenario import Event, account, enter_account, make_event

pytestmark = pytest.mark.django_db

NAME = "Ninlil of Tummal"
GAME = "babylonia"


@dataclass
class Secret:
    """A draft with one guest, and people who have nothing to do with it; everybody sees `shown`."""

    event: Event
    entry: Entry
    stranger: User
    staff: User
    shown: Player

    @property
    def guest(self) -> Player:
        return self.entry.player

    @property
    def draft(self) -> Tournament:
        return self.event.tournament


@pytest.fixture
def secret(db: None) -> Secret:
    """See `Secret`."""
    event = make_event(3, start=False, prefix="secret")
    [entry] = add_entries_by_name(event.organiser, event.tournament, [NAME])
    shown = make_event(2, table_size=2, prefix="shown").players[0].player
    return Secret(event, entry, account("stranger"), account("staff", is_staff=True), shown)


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def lists(secret: Secret) -> Iterator[tuple[str, str]]:
    """Every address that lists players or takes a player's number, as long as it may be asked by everybody."""
    pk = secret.guest.pk
    for words in ("", "?q=Ninlil"):
        yield "list", reverse("players:list") + words
    for words in ("", "?search=Ninlil"):
        yield "list", f"/api/v1/players/{words}"
    for words in ("", "?everybody=true"):
        yield "list", f"/api/v1/ratings/{GAME}/{words}"
    yield "list", reverse("ratings:leaderboard", args=[GAME]) + "?everybody=on"
    yield "list", f"/dashboards/{GAME}/players/"
    yield "list", f"/dashboards/{GAME}/games/?player={pk}"
    yield "list", f"/dashboards/{GAME}/games/?winner={pk}"
    yield "list", f"/dashboards/{GAME}/games/?player={pk}&opponent={pk}"
    yield "list", f"/dashboards/{GAME}/cards/?player={pk}"
    yield "list", f"/api/v1/dashboards/{GAME}/players/?player={pk}"
    yield "list", reverse("home")
    yield "list", reverse("tournaments:list")
    yield "one", reverse("players:detail", args=[pk])
    yield "one", reverse("players:journal", args=[pk, GAME])
    yield "one", reverse("players:statistics", args=[pk, GAME])
    yield "one", reverse("players:statistics_csv", args=[pk, GAME, "games"])
    for first, second in ((pk, secret.shown.pk), (secret.shown.pk, pk)):
        yield "one", reverse("players:against", args=[first, GAME, second])
        yield "one", reverse("players:against_csv", args=[first, GAME, second, "games"])
        yield "one", f"/api/v1/players/{first}/statistics/{GAME}/against/{second}/"
    yield "one", f"/api/v1/players/{pk}/"
    yield "one", reverse("players:openings", args=[pk, GAME])
    yield "one", reverse("players:openings_csv", args=[pk, GAME])
    yield "one", f"/api/v1/players/{pk}/statistics/{GAME}/openings/"
    yield "one", reverse("players:board", args=[pk, GAME])
    yield "one", reverse("players:board_csv", args=[pk, GAME])
    yield "one", f"/api/v1/players/{pk}/statistics/{GAME}/board/"
    yield "one", f"/api/v1/players/{pk}/statistics/{GAME}/"
    yield "one", f"/api/v1/ratings/{GAME}/journal/{pk}/"


@pytest.mark.parametrize("who", ["visitor", "stranger"])
def test_nobody_else_reads_a_name_of_a_draft(secret: Secret, who: str) -> None:
    client = browser(secret.stranger if who == "stranger" else None)
    for kind, address in lists(secret):
        response = client.get(address)
        text = b"".join(response) if response.streaming else response.content
        assert "Ninlil of" not in text.decode(), address
        if kind == "one":
            assert response.status_code == 404, address


def test_who_may_see_a_player_of_a_draft_finds_the_pages(secret: Secret) -> None:
    for user in (secret.event.organiser, secret.staff):
        client = browser(user)
        for kind, address in lists(secret):
            if kind == "one":
                assert client.get(address).status_code == 200, address
        assert NAME in client.get("/api/v1/players/?search=Ninlil").content.decode()
        assert NAME in client.get(reverse("players:list")).content.decode()


def test_an_account_sees_itself_and_others_see_it_with_its_first_event(secret: Secret) -> None:
    player = secret.stranger.player
    assert player in findable_players(secret.stranger)
    assert player not in visible_players(secret.event.players[0])
    assert browser(secret.stranger).get(reverse("players:detail", args=[player.pk])).status_code == 200
    enter_account(secret.event.organiser, secret.draft, secret.stranger)
    assert player not in visible_players(account("another"))
    start_tournament(secret.event.organiser, secret.draft)
    assert player in visible_players(account("one more"))


def test_a_player_is_visible_with_the_first_published_event_and_leaves_with_the_last(secret: Secret) -> None:
    address = reverse("players:detail", args=[secret.guest.pk])
    assert browser(None).get(address).status_code == 404
    start_tournament(secret.event.organiser, secret.draft)
    assert browser(None).get(address).status_code == 200
    assert NAME in browser(None).get(reverse("players:list")).content.decode()
    Tournament.objects.filter(pk=secret.draft.pk).update(status="draft")
    assert browser(None).get(address).status_code == 404


def test_members_of_the_club_and_helpers_see_the_players_of_their_events(secret: Secret) -> None:
    organiser = secret.event.organiser
    club = create_club(organiser, "Tablet House")
    set_member(organiser, club, "stranger", "scorekeeper")
    assert secret.guest not in visible_players(secret.stranger)
    update_tournament(organiser, secret.draft, club=club)
    assert secret.guest in visible_players(secret.stranger)


@pytest.mark.both_databases
def test_players_of_a_practice_event_are_seen_by_its_organiser_and_found_by_nobody(secret: Secret) -> None:
    spec = TournamentSpec(
        name="Practice",
        game=GAME,
        ruleset="base",
        components="babylonia-2019",
        stages=[StageSpec("swiss", {"table_size": 2})],
    )
    made = create_practice_event(secret.stranger, spec, 4)
    start_tournament(secret.stranger, made)
    player = made.entries.select_related("player")[0].player
    assert player in visible_players(secret.stranger)
    assert player not in findable_players(secret.stranger)
    assert player not in findable_players(secret.staff)
    assert player not in visible_players(secret.event.organiser)


@pytest.mark.parametrize("who", ["other organiser", "organiser"])
def test_the_picker_offers_only_who_may_be_seen(secret: Secret, who: str) -> None:
    organiser = secret.stranger if who == "other organiser" else secret.event.organiser
    other = make_event(2, table_size=2, prefix="other", organiser=organiser, start=False).tournament
    client = browser(organiser)
    page = client.get(reverse("tournaments:entries", args=[other.pk]), {"known": "Ninlil"}).content.decode()
    added = client.post(reverse("tournaments:add_player", args=[other.pk]), {"player": secret.guest.pk})
    assert (NAME in page) == (who == "organiser")
    assert added.status_code == (302 if who == "organiser" else 404)
    by_api = client.post(
        f"/api/v1/tournaments/{other.pk}/entries/", {"player": secret.guest.pk}, content_type="application/json"
    )
    assert by_api.status_code == (409 if who == "organiser" else 404)


@pytest.mark.both_databases
def test_an_account_is_entered_into_its_first_event_by_its_exact_user_name(secret: Secret) -> None:
    organiser = secret.event.organiser
    page, player = reverse("tournaments:entries", args=[secret.draft.pk]), secret.stranger.player
    client = browser(organiser)
    assert "Stranger" not in client.get(page, {"known": "strange"}).content.decode()
    assert "Stranger" in client.get(page, {"known": "Stranger"}).content.decode()
    add = reverse("tournaments:add_player", args=[secret.draft.pk])
    assert client.post(add, {"player": player.pk, "known": "strange"}).status_code == 404
    assert client.post(add, {"player": player.pk, "known": "stranger"}).status_code == 302
    assert secret.draft.entries.filter(invited=player).exists()


def test_a_name_in_an_import_is_not_matched_with_a_player_of_somebody_else(secret: Secret) -> None:
    other = make_event(2, table_size=2, prefix="other", organiser=secret.stranger, start=False).tournament
    [entry] = add_entries_by_name(secret.stranger, other, [NAME])
    assert entry.player != secret.guest


def test_whoever_enters_a_player_by_name_sees_the_player(secret: Secret) -> None:
    made = create_player(secret.stranger, "Ninurta")
    assert made in findable_players(secret.stranger)
    assert made not in visible_players(secret.event.organiser)


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["entered", "removed before"])
def test_a_deleted_draft_takes_the_players_along_who_exist_by_it_alone(secret: Secret, how: str) -> None:
    organiser, guest = secret.event.organiser, secret.guest.pk
    second = make_event(2, table_size=2, prefix="second", organiser=organiser, start=False).tournament
    [kept] = add_entries_by_name(organiser, second, ["Nanna"])
    add_entry(organiser, secret.draft, kept.player)
    if how == "removed before":
        remove_entry(organiser, secret.entry)
    delete_draft(organiser, secret.draft)
    assert not Player.objects.filter(pk=guest).exists()
    assert Player.objects.filter(pk=kept.player_id).exists()
    assert Player.objects.filter(user__in=secret.event.players).count() == 3
    entry = AuditEntry.objects.get(action="tournament.deleted")
    assert entry.before["removed_players"] == [guest]


def test_the_filter_of_the_statistics_knows_no_hidden_player(secret: Secret, client: Client) -> None:
    asked: list[Callable[[], str]] = [
        lambda: f"/dashboards/{GAME}/?player={secret.guest.pk}",
        lambda: f"/dashboards/{GAME}/?player={10**6}",
    ]
    hidden, unknown = (client.get(address()) for address in asked)
    assert hidden.status_code == unknown.status_code
