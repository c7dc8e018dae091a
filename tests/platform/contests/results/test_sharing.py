"""A game without a table is seen by who sent it, until it is shared by its link; and the page says which."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import GameLog, LogSubmission
from nabu.contests.results import services
from nabu.contests.results.logs.sharing import Audience, Sharing, share_log, sharing_of, stop_sharing_log
from nabu.contests.results.permissions import can_see_log
from nabu.core.errors import NotAllowed
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.scenario import account, log_of, make_event, short_log
from tests.platform.site.pages.conftest import verify_all

pytestmark = pytest.mark.django_db

LINK = "Copy link to this move"
OWN = "Copy link (only you can open it)"


@pytest.fixture
def anu() -> User:
    return account("anu")


@pytest.fixture
def log(anu: User) -> GameLog:
    log = services.submit_log(anu, short_log("babylonia")).log
    verify_all()
    return log


def everybody_sees(log: GameLog) -> bool:
    return can_see_log(AnonymousUser(), log)


def test_a_game_is_seen_by_everybody_once_it_is_shared(anu: User, log: GameLog) -> None:
    assert not everybody_sees(log)
    assert sharing_of(anu, log) == Sharing(Audience.OWNER, may_change=True)
    share_log(anu, log)
    share_log(anu, log)
    assert everybody_sees(log)
    assert sharing_of(anu, log) == Sharing(Audience.EVERYBODY, may_change=True)
    assert sharing_of(account("bo"), log) == Sharing(Audience.EVERYBODY, may_change=False)
    stop_sharing_log(anu, log)
    assert not everybody_sees(log)
    written = AuditEntry.objects.filter(action__in=["log.shared", "log.unshared"]).order_by("pk")
    assert [(entry.action, entry.actor, entry.before, entry.after) for entry in written] == [
        ("log.shared", anu, {"shared": False}, {"shared": True, "sha256": log.sha256}),
        ("log.unshared", anu, {"shared": True}, {"shared": False, "sha256": log.sha256}),
    ]


@pytest.mark.parametrize("service", [share_log, stop_sharing_log])
def test_only_who_sent_it_shares_it(log: GameLog, service: Callable[[User, GameLog], None]) -> None:
    staff = account("root", is_staff=True)
    for other in (account("bo"), staff):
        with pytest.raises(NotAllowed):
            service(other, log)
    assert sharing_of(staff, log) == Sharing(Audience.SOME, may_change=False)


def test_a_game_of_a_table_is_not_its_players_to_share(anu: User) -> None:
    """Who sees the tournament sees it. Not even who sent the same game without a table takes that back."""
    event = make_event()
    table = event.pair().tables.get()
    log = log_of(table)
    services.submit_log(event.organiser, log, table)
    found = GameLog.objects.get()
    with pytest.raises(NotAllowed):
        share_log(event.organiser, found)
    assert sharing_of(event.organiser, found) == Sharing(Audience.EVERYBODY, may_change=False)
    services.submit_log(anu, log)
    assert sharing_of(anu, found) == Sharing(Audience.EVERYBODY, may_change=False)


def test_the_page_says_who_can_open_its_link(client: Client, anu: User, log: GameLog) -> None:
    replay = reverse("table:replay", args=[log.sha256])
    client.force_login(anu)
    for page in (replay, reverse("table:log", args=[log.sha256])):
        assert "Only you can open this game." in client.get(page).content.decode()
    own = client.get(replay).content.decode()
    assert OWN in own
    assert LINK not in own
    share = reverse("table:share", args=[log.sha256])
    response = client.post(
        share, {"share": "yes"}, headers={"referer": f"http://testserver{replay}?move=2"}, follow=True
    )
    assert response.redirect_chain == [(f"{replay}?move=2", 302)]
    shared = response.content.decode()
    assert "Game shared. Anyone with the link can open it." in shared
    assert "Stop sharing" in shared
    assert LINK in shared
    friend = Client().get(replay)
    assert friend.status_code == 200
    page = friend.content.decode()
    assert LINK in page
    assert "Stop sharing" not in page
    assert '<meta name="robots" content="noindex">' in page, "who has the link, not who searches"
    client.post(share, {"share": "no"})
    assert Client().get(replay).status_code == 404


def test_with_the_account_its_sharing_ends(anu: User, log: GameLog) -> None:
    share_log(anu, log)
    delete_person(anu, user=anu)
    assert not everybody_sees(log)
    assert not LogSubmission.objects.filter(shared=True).exists()
