"""What one account and one network may send in a day, and the room that is kept free: refused with a reason, counted
with what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.contests.matches.models import GameLog, Photo, Table
from nabu.contests.results import services
from nabu.core import disk
from nabu.web.quotas.models import Upload
from nabu.web.quotas.services import WINDOW, forget_uploads
from nabu.web.quotas.tasks import forget_uploads as forget_uploads_task
from tests.platform.contests.results.test_photos import picture
from tests.platform.scenario import account, approved, component_file, game_log, log_of, make_event, users

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return approved(make_event(2, table_size=2)).pair().tables.get()


def client_of(user: User, address: str = "203.0.113.7") -> Client:
    client = Client(REMOTE_ADDR=address)
    client.force_login(user)
    return client


def log(client: Client, seed: int = 1) -> HttpResponse:
    return client.post("/api/v1/submissions/", game_log(2, seed), content_type="text/plain")


def every_way_in(client: Client, table: Table) -> Iterator[HttpResponse]:
    """Something new in each way of sending a file."""
    yield log(client, 11)
    yield client.post(f"/api/v1/tables/{table.pk}/logs/", game_log(2, 12), content_type="text/plain")
    yield client.post("/logs/", {"log": SimpleUploadedFile("game.jsonl", game_log(2, 13))})
    yield client.post(f"/tables/{table.pk}/log/", {"upload-log": SimpleUploadedFile("game.jsonl", log_of(table))})
    photo = SimpleUploadedFile("sheet.jpg", picture(colour="red"), "image/jpeg")
    yield client.post(f"/api/v1/tables/{table.pk}/photos/", {"photo": photo})
    photo = SimpleUploadedFile("sheet.jpg", picture(colour="blue"), "image/jpeg")
    yield client.post(f"/tables/{table.pk}/photos/", {"photo-photo": photo})
    address = "/api/v1/games/babylonia/component-sets/"
    yield client.post(address, component_file("corrected"), content_type="application/json")


@pytest.mark.both_databases
def test_every_file_that_comes_over_the_network_counts(table: Table) -> None:
    player = users(table)[0]
    answers = [answer.status_code for answer in every_way_in(client_of(player), table)]
    assert answers == [202, 202, 302, 302, 201, 302, 201]
    assert set(Upload.objects.values_list("account", "network")) == {(player.pk, "203.0.113.7")}
    sizes = sorted(Upload.objects.values_list("size", flat=True))
    assert sizes == sorted(
        [
            *GameLog.objects.values_list("size", flat=True),
            *(len(bytes(photo.content)) for photo in Photo.objects.all()),
            len(ComponentSet.objects.get().data.encode()),
        ]
    )


def test_what_we_make_ourselves_does_not_count(table: Table) -> None:
    services.submit_log(users(table)[0], log_of(table), table)
    assert not Upload.objects.exists()


@pytest.mark.both_databases
def test_what_is_refused_does_not_count_and_what_is_there_already_takes_no_room(table: Table) -> None:
    client = client_of(users(table)[0])
    assert client.post("/api/v1/submissions/", b"no log", content_type="text/plain").status_code == 400
    assert not Upload.objects.exists()
    assert [log(client).status_code for _ in range(2)] == [202, 202]
    assert Upload.objects.filter(size=0).count() == 1


@pytest.mark.both_databases
@pytest.mark.parametrize("quota", ["UPLOAD_QUOTA_ACCOUNT", "UPLOAD_QUOTA_NETWORK"])
@pytest.mark.parametrize("limit", [(1, 500), (1000, 0)])
def test_who_has_used_up_the_quota_is_told_when_to_try_again(
    table: Table, settings: object, quota: str, limit: tuple[int, int]
) -> None:
    player = users(table)[0]
    Upload.objects.create(account=player, network="203.0.113.7", size=10)
    Upload.objects.update(sent_at=timezone.now() - timedelta(hours=23))
    setattr(settings, quota, limit)
    for answer in every_way_in(client_of(player), table):
        assert answer.status_code == 429
        assert 3500 < int(answer["Retry-After"]) <= 3601
        assert "in 24 hours. Try again at" in answer.content.decode()
    assert (GameLog.objects.count(), Photo.objects.count(), ComponentSet.objects.count()) == (0, 0, 0)
    Upload.objects.update(sent_at=timezone.now() - WINDOW)
    if limit[0] == 1:
        assert log(client_of(player)).status_code == 202


def test_an_account_and_a_network_are_counted_apart(table: Table, settings: object) -> None:
    one, other = users(table)[:2]
    settings.UPLOAD_QUOTA_ACCOUNT = (1, 500)  # type: ignore[attr-defined]
    assert log(client_of(one)).status_code == 202
    assert log(client_of(one, "198.51.100.1")).status_code == 429
    assert log(client_of(other)).status_code == 202
    settings.UPLOAD_QUOTA_ACCOUNT = (1000, 500)  # type: ignore[attr-defined]
    settings.UPLOAD_QUOTA_NETWORK = (2, 500)  # type: ignore[attr-defined]
    assert log(client_of(one)).status_code == 429
    assert log(client_of(one, "198.51.100.1")).status_code == 202


def test_staff_have_no_quota(table: Table, settings: object) -> None:
    settings.UPLOAD_QUOTA_ACCOUNT = settings.UPLOAD_QUOTA_NETWORK = (0, 0)  # type: ignore[attr-defined]
    assert log(client_of(account("boss", is_staff=True))).status_code == 202
    assert log(client_of(users(table)[0])).status_code == 429


@pytest.mark.both_databases
def test_a_full_hall_behind_one_address_and_an_organiser_with_hundreds_of_logs_pass(table: Table) -> None:
    """500 players, three games each; for each game a log sent four times over, and a photo by everybody."""
    people = User.objects.bulk_create([User(username=f"player-{number}") for number in range(500)])
    log_size, photo_size = 100_000, 400_000
    Upload.objects.bulk_create(
        Upload(account=player, network="203.0.113.7", size=size)
        for player in people
        for size in 3 * [log_size, 0, 0, 0, photo_size]
    )
    assert log(client_of(users(table)[0])).status_code == 202
    organiser = account("organiser")
    Upload.objects.bulk_create(Upload(account=organiser, network="198.51.100.1", size=log_size) for _ in range(800))
    assert log(client_of(organiser), 2).status_code == 202


def test_counting_costs_few_questions_however_much_was_sent(table: Table) -> None:
    client = client_of(users(table)[0])
    log(client, 1)
    with CaptureQueriesContext(connection) as before:
        log(client, 2)
    Upload.objects.bulk_create(Upload(account=users(table)[0], network="203.0.113.7", size=1) for _ in range(900))
    with CaptureQueriesContext(connection) as after:
        log(client, 3)
    assert len(after) == len(before)


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL scans a small table whatever the index")
def test_the_sums_come_from_an_index_alone(table: Table) -> None:
    lately = Upload.objects.filter(sent_at__gt=timezone.now())
    for rows in (lately.filter(account=users(table)[0]), lately.filter(network="203.0.113.7")):
        assert "USING COVERING INDEX uploads_of_" in rows.values(total=F("size")).order_by().explain()


@pytest.mark.both_databases
def test_what_counts_no_more_is_forgotten(table: Table) -> None:
    for _ in range(2):
        Upload.objects.create(account=users(table)[0], network="203.0.113.7", size=1)
    Upload.objects.filter(pk=Upload.objects.latest("pk").pk).update(sent_at=timezone.now() - WINDOW)
    assert forget_uploads() == 1
    assert forget_uploads_task() == 0
    assert Upload.objects.count() == 1
    assert "nabu.quotas.tasks.forget_uploads" in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}


def test_files_are_refused_while_the_disk_is_nearly_full(table: Table, settings: object) -> None:
    """Even those of staff; results are not."""
    settings.DISK_RESERVE_BYTES = 2**60  # type: ignore[attr-defined]
    player = users(table)[0]
    for answer in every_way_in(client_of(player), table):
        assert answer.status_code == 507
        assert answer["Retry-After"]
        assert "out of disk space" in answer.content.decode()
    assert log(client_of(account("boss", is_staff=True))).status_code == 507
    assert not GameLog.objects.exists()
    client = client_of(player)
    report = client.post(f"/api/v1/tables/{table.pk}/report/", {"scores": [3, 2]}, content_type="application/json")
    assert report.status_code == 201
    assert client.get("/healthz").json()["space"] is False


def test_the_fullest_volume_that_we_write_to_counts(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    free = {"facts": 5, "var": 7}
    asked: list[str] = []

    class Usage:
        def __init__(self, name: str) -> None:
            asked.append(name)
            self.free = free.get(name, 9)

    monkeypatch.setattr("shutil.disk_usage", lambda path: Usage(path.name))
    settings.FACTS = settings.VAR / "nowhere" / "facts"  # type: ignore[attr-defined]
    settings.VAR.mkdir(exist_ok=True)  # type: ignore[attr-defined]
    disk.free_bytes()
    assert settings.VAR.name in asked  # type: ignore[attr-defined]
    assert "facts" not in asked
    settings.FACTS.mkdir(parents=True)  # type: ignore[attr-defined]
    assert disk.free_bytes() == 5
    monkeypatch.setattr("os.access", lambda *_arguments: False)
    assert disk.free_bytes() > 2**60
