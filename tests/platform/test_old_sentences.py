"""What was stored as sentences before there were messages is told as it was stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from nabu.matches.models import LogSubmission
from nabu.notifications.models import Mail
from nabu.sentences import in_words
from tests.platform.scenario import game_log

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("matches", "0005_jobs"), ("notifications", "0002_jobs")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture
def old() -> Iterator[Callable[..., Any]]:
    """Models by their label as they were before; afterwards the database is as it is now."""
    now = MigrationExecutor(connection).loader.graph.leaf_nodes()
    apps = migrate(BEFORE)
    yield apps.get_model
    migrate(now)


def test_old_sentences_stay_as_they_are(old: Callable[..., Any]) -> None:
    user, data = old("players", "User").objects.create(username="ana"), game_log(2)
    log = old("matches", "GameLog").objects.create(sha256="0" * 64, content=data, size=len(data))
    submissions = old("matches", "LogSubmission").objects
    for message in ("Línea 3: 100 % falso", ""):
        submissions.create(log=log, submitted_by_id=user.pk, message=message)
    text = "Hola:\n\n100 %\n\n-- \nFin\n"
    mails = old("notifications", "Mail").objects
    mails.create(user_id=user.pk, kind="verdict", address="a@example.org", subject="Tu registro", text=text)
    migrate([("matches", "0006_notes"), ("notifications", "0003_content")])
    notes = LogSubmission.objects.order_by("pk").values_list("note", flat=True)
    assert [in_words(note) for note in notes] == ["Línea 3: 100 % falso", None]
    mail = Mail.objects.get()
    assert (mail.subject, mail.text) == ("Tu registro", text)
