"""Who sent a game without a table deletes it: the names in it are gone, its digest stays in the history."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.services import ask_for_review
from nabu.contests.matches.models import GameLog, LogSubmission, PlayedGame, Verification
from nabu.contests.results import services
from nabu.contests.results.logs.deleting import delete_log
from nabu.core.errors import NotAllowed
from nabu.statistics.dashboards.models import GameFacts
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.scenario import account, game_log, log_of, make_event
from tests.platform.site.pages.conftest import verify_all

pytestmark = pytest.mark.django_db

REAL = ("Wilhelmina Achterberg", "Bartholomäus Quäntchen")


@pytest.fixture
def anu() -> User:
    return account("anu")


def send(user: User, data: bytes | None = None) -> GameLog:
    log = services.submit_log(user, data or game_log(2, seed=5, seats=REAL)).log
    verify_all()
    return GameLog.objects.get(pk=log.pk)


def models_that_name(text: str) -> list[str]:
    """Those with a row in which this text stands anywhere."""
    models = apps.get_models()
    return [one._meta.label for one in models if any(text in str(row) for row in one._base_manager.values())]


@pytest.mark.both_databases
def test_the_game_is_gone_and_its_digest_stays(client: Client, anu: User) -> None:
    log = send(anu)
    ask_for_review(anu, log)
    address = reverse("table:log", args=[log.sha256])
    client.force_login(anu)
    assert "Wilhelmina" in client.get(address).content.decode()
    assert models_that_name("Achterberg")
    answer = client.post(reverse("table:log_delete", args=[log.sha256]), follow=True)
    assert answer.redirect_chain == [(reverse("table:upload"), 302)]
    assert "Game deleted." in answer.content.decode()
    assert client.get(address).status_code == 404
    assert client.get(f"/api/v1/logs/{log.sha256}/raw/").status_code == 404
    for model in (GameLog, LogSubmission, Verification, GameFacts, GameReview):
        assert not model._default_manager.exists(), model
    assert models_that_name("Achterberg") == []
    assert PlayedGame.objects.exists(), "the game is recognised again"
    entry = AuditEntry.objects.get(action="log.deleted")
    assert (entry.actor, entry.before, entry.after) == (
        anu,
        {"sha256": log.sha256, "size": log.size},
        {"file_deleted": True},
    )
    again = send(anu)
    assert (again.sha256, again.game) == (log.sha256, PlayedGame.objects.get())


def test_work_that_waits_for_the_game_ends(anu: User) -> None:
    log = services.submit_log(anu, game_log(2, seed=5, seats=REAL)).log
    delete_log(anu, log)
    waiting = Job.objects.get()
    running.run(waiting.pk, "a worker")
    assert not Job.objects.exists(), "it is done"


def test_nobody_else_deletes_it(anu: User) -> None:
    log = send(anu)
    for other in (account("bo"), account("root", is_staff=True)):
        with pytest.raises(NotAllowed):
            delete_log(other, log)
    anu.is_active = False
    with pytest.raises(NotAllowed):
        delete_log(anu, log)
    assert GameLog.objects.exists()


def test_what_somebody_else_sent_too_stays_theirs(anu: User) -> None:
    bo = account("bo")
    log = send(anu)
    send(bo)
    assert not delete_log(anu, log)
    assert [submission.submitted_by for submission in log.submissions.all()] == [bo]
    with pytest.raises(NotAllowed):
        delete_log(anu, log)


def test_a_game_of_a_table_is_not_deleted(client: Client) -> None:
    """Not even by who has sent it without a table before: it stays the proof of the result."""
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    player = event.players[0]
    log = services.submit_log(player, log_of(table), table).log
    client.force_login(player)
    delete = reverse("table:log_delete", args=[log.sha256])
    assert delete not in client.get(reverse("table:log", args=[log.sha256])).content.decode()
    assert client.post(delete).status_code == 403
    send(player, log_of(table))
    assert delete in client.get(reverse("table:log", args=[log.sha256])).content.decode()
    said = client.post(delete, follow=True).content.decode()
    assert "Your upload was deleted. The game stays where it was also sent" in said
    assert log.submissions.get().table == table
