"""docs/security.md names a test for each line; and the tests of lines that have no other place."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.catalogue.games.services import load_component_set
from nabu.contests.results.photos.services import add_photo
from tests.platform.scenario import PASSWORD, account, component_file
from tests.platform.site.api.conftest import picture
from tests.platform.site.pages.conftest import make_world, sign_in  # noqa: F401

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/security.md").read_text()
LINES = [line for line in PAGE.splitlines() if re.match(r"\| (?!wants|what goes wrong|---)", line)]
WHO = (
    "Visitor", "Player", "Other player", "Organiser", "Other organiser", "Staff", "Somebody in the network",
    "Hostile log", "Hostile webhook receiver", "Lost phone", "Stolen token", "Hostile organiser", "Hostile proxy",
)  # fmt: skip


def defined_in(path: Path) -> set[str]:
    found = ast.walk(ast.parse(path.read_text()))
    return {node.name for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_line_names_a_test_that_exists_or_is_open() -> None:
    known = set[str]().union(*(defined_in(path) for path in (ROOT / "tests").rglob("test_*.py")))
    assert len(LINES) > 60
    for line in LINES:
        tests = re.findall(r"`(test_\w+)`", line.split("|")[3])
        assert bool(tests) != ("**open**" in line), line
        assert set(tests) <= known, set(tests) - known


def test_everybody_who_could_want_something_has_a_chapter() -> None:
    chapters = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert set(WHO) <= set(chapters)
    assert "(docs/security.md)" in (ROOT / "README.md").read_text()


def log_in(client: Client, password: str, address: str) -> bool:
    client.post(reverse("account_login"), {"login": "ana", "password": password}, REMOTE_ADDR=address)
    return "_auth_user_id" in client.session


@pytest.mark.django_db
def test_failed_log_ins_on_the_page_lock_the_name_for_that_address_only(settings: pytest.FixtureRequest) -> None:
    account("ana")
    guesser, ana = Client(), Client()
    for _ in range(settings.AXES_FAILURE_LIMIT):  # type: ignore[attr-defined]
        assert not log_in(guesser, "wrong", "192.0.2.1")
    assert not log_in(guesser, PASSWORD, "192.0.2.1")
    assert log_in(ana, PASSWORD, "192.0.2.2")


@pytest.mark.django_db
def test_a_session_is_not_for_scripts_and_begins_anew_with_the_log_in() -> None:
    account("ana")
    client = Client()
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    before = client.cookies["sessionid"].value
    assert log_in(client, PASSWORD, "192.0.2.1")
    cookie = client.cookies["sessionid"]
    assert cookie.value != before
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.django_db
def test_a_new_password_ends_the_other_sessions() -> None:
    account("ana")
    phone, laptop = Client(), Client()
    assert log_in(phone, PASSWORD, "192.0.2.1")
    assert log_in(laptop, PASSWORD, "192.0.2.2")
    new = "eight tablets of clay"
    words = {"password1": new, "password2": new}
    laptop.post(reverse("account_change_password"), {"oldpassword": "a guess", **words})
    assert phone.get(reverse("players:account")).status_code == 200, "nothing changed without the old password"
    laptop.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **words})
    assert laptop.get(reverse("players:account")).status_code == 200
    assert phone.get(reverse("players:account")).status_code == 302


def test_what_others_sent_is_never_a_page(db: None, sign_in: Callable[[User], Client]) -> None:  # noqa: F811
    """Game logs, component sets and photos: not HTML, whatever is in them, and the browser does not guess."""
    world = make_world()
    load_component_set(world.player, component_file("evil", title="<script>alert(1)</script>"))
    photo = add_photo(world.player, world.reported, picture())
    log = world.private_log
    client = sign_in(world.player)
    addresses = (
        reverse("table:raw", args=[log.sha256]),
        reverse("games:set_file", args=["babylonia", "evil"]),
        reverse("table:photo", args=[world.reported.pk, photo.pk]),
        f"/api/v1/logs/{log.sha256}/raw/",
        "/api/v1/games/babylonia/component-sets/evil/file/",
        f"/api/v1/tables/{world.reported.pk}/photos/{photo.pk}/",
    )
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200, address
        assert response["X-Content-Type-Options"] == "nosniff", address
        kind = response["Content-Type"].partition(";")[0]
        assert kind in ("application/octet-stream", "application/x-ndjson", "application/json", "image/jpeg"), address
        if kind == "image/jpeg":
            assert "private" in response["Cache-Control"], address
