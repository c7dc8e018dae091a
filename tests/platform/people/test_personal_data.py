"""What people read about their data, and take along: the privacy page, the archive, the retention, security.txt."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.tokens import KEPT_FOR as TOKENS
from nabu.accounts.players.tokens import create_token
from nabu.contests.calls.contact.services import answer, write_to_organiser
from nabu.contests.calls.director.services import call_director
from nabu.contests.calls.tasks import KEPT_FOR as CONVERSATIONS
from nabu.contests.matches.models import Photo
from nabu.contests.results import services as results
from nabu.contests.results.photos.services import add_photo
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.messages.notifications.models import Mailbox
from nabu.messages.notifications.tasks import KEPT_FOR as MAILS
from nabu.messages.webhooks.tasks import KEPT_FOR as WEBHOOKS
from nabu.operations.operating.tasks import KEPT_FOR as SIGN_INS
from nabu.web.idempotency.middleware import KEPT_FOR as ANSWERS
from nabu.web.jobs.running import KEPT_FOR as JOBS
from tests.platform.scenario import PASSWORD, Event, account, enter_account, game_log, make_event, users
from tests.platform.sheets import A_SHEET
from tests.platform.site.api.conftest import picture

pytestmark = pytest.mark.django_db


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def archive_of(response) -> ZipFile:
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    return ZipFile(BytesIO(response.content))


@pytest.fixture
def event(db: None) -> Event:
    """One table of two who have reported, with a photo and a log."""
    made = make_event(0, table_size=2, start=False)
    for name in ("player1", "player2"):
        made.players.append(account(name))
        enter_account(made.organiser, made.tournament, made.players[-1])
    start_tournament(made.organiser, made.tournament)
    table = made.pair().tables.get()
    person = users(table)[0]
    results.report_result(person, table, (), points=A_SHEET)
    add_photo(person, table, picture())
    results.submit_log(person, game_log(2), table)
    return made


def test_the_archive_has_everything_and_no_secret(event: Event) -> None:
    person = users(event.tournament.stages.get().rounds.get().tables.get())[0]
    _token, key = create_token(person, "my screen", ["read"])
    Mailbox.objects.create(user=person, confirmed="me@example.org", off=["pairing"])
    found = write_to_organiser(person, event.tournament, "Is there food?").conversation
    answer(event.organiser, found, "There is bread.")
    call_director(person, event.tournament.stages.get().rounds.get().tables.get(), "A card is missing.")
    client = browser(person)
    archive = archive_of(client.get(reverse("privacy:export")))
    files = {name: archive.read(name) for name in archive.namelist()}
    assert json.loads(files["account.json"])["account"]["username"] == person.username
    assert json.loads(files["account.json"])["player"]["name"] == person.player.name
    for row in (
        "tournaments.entry",
        "matches.seat",
        "matches.resultreport",
        "matches.scoresheet",
        "players.apitoken",
        "notifications.mailbox",
        "calls.conversation",
    ):
        assert json.loads(files[f"rows/{row}.json"]), row
    said = [one["text"] for one in json.loads(files["rows/calls.contactmessage.json"])]
    assert said == ["Is there food?", "There is bread."]
    assert [one["note"] for one in json.loads(files["rows/calls.directorcall.json"])] == ["A card is missing."]
    assert len(json.loads(files["sessions.json"])) == 1
    actions = {line["action"] for line in json.loads(files["history.json"])}
    assert {"report.made", "entry.added"} <= actions
    photo = Photo.objects.get()
    assert bytes(photo.content) in files.values()
    assert game_log(2) in files.values()
    everything = b"\n".join(
        content for name, content in files.items() if not name.startswith(("photos", "logs"))
    ).decode()
    person.refresh_from_db()
    for secret in (person.password, key, person.api_tokens.first().digest, client.session.session_key):
        assert secret not in everything
    by_api = Client().get(
        "/api/v1/me/export/", headers={"authorization": f"Token {create_token(person, 'x', ['account'])[1]}"}
    )
    assert "account.json" in archive_of(by_api).namelist()


def test_what_is_too_large_for_the_archive_is_listed_with_its_address(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nabu.people.profiles.privacy.personal_archive.MOST_BYTES", len(game_log(2)) - 1)
    person = users(event.tournament.stages.get().rounds.get().tables.get())[0]
    archive = archive_of(browser(person).get(reverse("privacy:export")))
    [left_out] = json.loads(archive.read("left_out.json"))
    assert left_out["address"].endswith("/raw/")
    assert left_out["name"] not in archive.namelist()
    path = left_out["address"].removeprefix(settings.SITE_ADDRESS)
    assert browser(person).get(path).content == game_log(2)


def test_staff_take_the_data_of_a_person_along_and_the_history_tells(event: Event) -> None:
    person, staff = event.players[0], account("staff", is_staff=True)
    guest = Player.objects.create(name="Guest of Honour")
    for player in (person.player, guest):
        address = reverse("privacy:export_player", args=[player.pk])
        assert browser(person).post(address).status_code == 403
        archive = archive_of(browser(staff).post(address))
        assert json.loads(archive.read("account.json"))["player"]["name"] == player.name
    assert AuditEntry.objects.filter(action="account.exported", actor=staff).count() == 2


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_privacy_page_reads_its_figures_from_the_settings(client: Client, language: str) -> None:
    days = {name: 1000 + number for number, name in enumerate(settings.KEEP_DAYS)}
    with override_settings(KEEP_DAYS=days, SITE_OWNER="Tablet House e. V.", SITE_CONTACT="us@example.org"):
        page = client.get(reverse("privacy:policy"), headers={"accept-language": language}).content.decode()
    for figure in days.values():
        assert re.search(rf">{figure // 1000}\D?{figure % 1000:03} ", page), figure
    assert "Tablet House e. V." in page
    assert 'href="mailto:us@example.org"' in page
    assert reverse("privacy:policy") in client.get("/").content.decode()


def test_what_the_page_says_is_what_is_deleted() -> None:
    done = {
        "sign_ins": SIGN_INS,
        "tokens": TOKENS,
        "mails": MAILS,
        "webhooks": WEBHOOKS,
        "jobs": JOBS,
        "answers": ANSWERS,
        "contact": CONVERSATIONS,
        "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    }
    assert done == {name: timedelta(days=days) for name, days in settings.KEEP_DAYS.items()}


def test_an_account_is_deleted_by_password(event: Event) -> None:
    person = event.players[0]
    client, address = browser(person), reverse("privacy:delete_account")
    assert "This cannot be undone" in client.get(address).content.decode()
    wrong = client.post(address, {"password": "wrong"})
    assert "Wrong password" in wrong.content.decode()
    person.refresh_from_db()
    assert person.is_active
    done = client.post(address, {"password": PASSWORD}, follow=True)
    assert "Account deleted" in done.content.decode()
    assert not done.wsgi_request.user.is_authenticated
    person.refresh_from_db()
    assert not person.is_active


def test_an_account_without_a_password_is_deleted_by_its_name(event: Event) -> None:
    person = event.players[0]
    person.set_unusable_password()
    person.save()
    client, address = browser(person), reverse("privacy:delete_account")
    client.post(address, {"typed": "somebody"})
    person.refresh_from_db()
    assert person.is_active
    client.post(address, {"typed": person.username})
    person.refresh_from_db()
    assert not person.is_active


def test_the_page_says_first_what_to_hand_over(event: Event) -> None:
    client, address = browser(event.organiser), reverse("privacy:delete_account")
    page = client.get(address).content.decode()
    assert "Transfer or finish it first" in page
    assert 'name="password"' not in page
    refused = client.post(address, {"password": PASSWORD})
    assert refused.status_code == 200
    event.organiser.refresh_from_db()
    assert event.organiser.is_active


def test_staff_delete_somebody_by_the_typed_name(event: Event) -> None:
    person, staff = event.players[0], account("staff", is_staff=True)
    address = reverse("privacy:delete_player", args=[person.player.pk])
    assert address in browser(staff).get(reverse("players:detail", args=[person.player.pk])).content.decode()
    assert browser(event.players[1]).post(address, {"typed": person.player.name}).status_code == 403
    browser(staff).post(address, {"typed": "somebody"})
    person.refresh_from_db()
    assert person.is_active
    browser(staff).post(address, {"typed": person.player.name})
    person.refresh_from_db()
    assert not person.is_active
    assert browser(staff).get(address).status_code == 404


def test_security_txt_is_as_the_rfc_wants_it(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    with override_settings(SITE_CONTACT="security@example.org"):
        response = client.get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Preferred-Languages"] == "en, es, de"
    assert fields["Canonical"] == f"{settings.SITE_ADDRESS}/.well-known/security.txt"
    left = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - timezone.now()
    assert timedelta(days=30) < left < timedelta(days=365)
    with override_settings(SITE_CONTACT="https://example.org/report"):
        assert "Contact: https://example.org/report\n" in client.get("/.well-known/security.txt").content.decode()
