"""The demo: loaded once, shown with everything a visitor should see."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from nabu.audit.models import AuditEntry
from nabu.dashboards.models import GameFacts
from nabu.matches.models import Table, Verification
from nabu.matches.tasks import verify_log
from nabu.players.models import Player, User
from nabu.ratings.models import Rating
from nabu.tournaments.models import Tournament
from nabu.tournaments.queries import standings

pytestmark = pytest.mark.django_db


def verify_all() -> None:
    for verification in Verification.objects.all():
        verify_log(verification.pk)


def test_the_demo_shows_what_the_platform_does(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_demo")
    assert capsys.readouterr().out.count("demo-demo-demo") == 5
    verify_all()
    finished, running = Tournament.objects.order_by("pk")
    assert (finished.status, running.status) == ("finished", "running")
    assert set(Verification.objects.values_list("verdict", flat=True)) == {"verified"}
    assert not finished.stages.filter(rounds__tables__basis="report").exists()
    proven = Table.objects.filter(basis="log").count()
    assert proven >= 20
    assert GameFacts.objects.count() == proven + 1
    last = Table.objects.filter(round__stage__tournament=running).order_by("-round__number")
    assert sorted(table.status for table in last[:3]) == ["confirmed", "disputed", "open"]
    demo = User.objects.get(username="demo")
    assert last.get(status="open").seats.filter(entry__player__user=demo).exists()
    assert standings(finished)[0].place == 1
    assert Rating.objects.count() == 11


def test_loading_again_adds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_demo")
    count = (Player.objects.count(), Tournament.objects.count(), Table.objects.count(), AuditEntry.objects.count())
    capsys.readouterr()
    call_command("load_demo")
    output = capsys.readouterr().out
    assert "loaded already" in output
    assert "password" not in output
    again = (Player.objects.count(), Tournament.objects.count(), Table.objects.count(), AuditEntry.objects.count())
    assert again == count


def test_a_public_site_gets_the_demo_only_by_force(settings: object, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DEBUG = settings.LOCAL = False  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="--force"):
        call_command("load_demo")
    assert not User.objects.exists()
    call_command("load_demo", "--force")
    assert "demo-demo-demo" not in capsys.readouterr().out
    assert not User.objects.get(username="demo").check_password("demo-demo-demo")
