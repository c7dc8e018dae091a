"""The page of a table: reports, confirmations, disputes, rulings, uploads."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.matches.models import GameLog, LogSubmission, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from tests.cases import each
from tests.platform.scenario import agree, log_of, make_event, report_of, users
from tests.platform.site.pages.conftest import World, verify_all
from tests.platform.site.pages.test_players import error_of

pytestmark = pytest.mark.usefixtures("db")

EXAMPLE = Path(__file__).parents[3] / "engine/examples/babylonia/p2-base-007.jsonl"
Status = Table.Status


def text(response: Any) -> str:
    return str(response.content.decode())


def page_of(client: Client, table: Table) -> str:
    return text(client.get(reverse("table:page", args=[table.pk])))


def upload(client: Client, table: Table, data: bytes) -> Any:
    file = SimpleUploadedFile("game.jsonl", data)
    return client.post(reverse("table:upload_at_table", args=[table.pk]), {"upload-log": file}, follow=True)


def test_one_player_reports_and_another_confirms(sign_in: Callable[[User], Client], world: World) -> None:
    first, second = users(world.open)
    client = sign_in(first)
    done = client.post(
        reverse("table:report", args=[world.open.pk]), {"report-score_0": 88, "report-score_1": 77}, follow=True
    )
    assert "Another player of the table has to confirm it" in text(done)
    assert "Yes, confirm result" not in page_of(client, world.open), "nobody confirms his own report"
    client = sign_in(second)
    page = page_of(client, world.open)
    assert "Is this result right?" in page
    assert "No, it is wrong" in page
    client.post(reverse("table:confirm", args=[world.open.reports.get().pk]))
    world.open.refresh_from_db()
    assert world.open.status == Status.CONFIRMED
    assert [seat.score for seat in world.open.seats.order_by("position")] == [88, 77]
    page = page_of(client, world.open)
    assert "report confirmed by another player" in page
    assert "Report result" not in page


@each(
    ("words", "field", "error"),
    [
        ({"report-score_0": "", "report-score_1": 5}, "report-score_0", "required"),
        ({"report-score_0": "many", "report-score_1": 5}, "report-score_0", "whole number"),
        ({"report-score_0": 5, "report-score_1": 10**9}, "report-score_1", "less than or equal"),
        ({"report-score_0": 5, "report-score_1": 5, "report-place_0": 1}, "report-place_1", "for everybody"),
        ({"report-score_0": 5, "report-score_1": 5, "report-place_0": 7}, "report-place_0", "valid choice"),
    ],
)
def test_what_is_wrong_with_a_report_stands_next_to_the_field(
    sign_in: Callable[[User], Client], world: World, words: dict[str, Any], field: str, error: str
) -> None:
    response = sign_in(users(world.open)[0]).post(reverse("table:report", args=[world.open.pk]), words)
    assert error in error_of(text(response), field)
    assert not world.open.reports.exists()


def test_what_the_service_refuses_is_said_above_the_form(sign_in: Callable[[User], Client], world: World) -> None:
    words = {"report-score_0": 9, "report-score_1": 5, "report-place_0": 2, "report-place_1": 1}
    response = sign_in(users(world.open)[0]).post(reverse("table:report", args=[world.open.pk]), words)
    assert "A higher score must have a better place" in text(response)
    assert 'value="9"' in text(response), "nothing has to be typed again"


def test_a_report_is_disputed_with_a_reason_that_the_organiser_reads(
    sign_in: Callable[[User], Client], world: World
) -> None:
    client = sign_in(world.opponent)
    words = {"dispute-reason": "We counted the farms twice"}
    client.post(reverse("table:dispute", args=[world.report.pk]), words)
    world.reported.refresh_from_db()
    assert world.reported.status == Status.DISPUTED
    page = page_of(sign_in(world.organiser), world.reported)
    assert "Versions of this result" in page
    assert "We counted the farms twice" in page


def test_a_dispute_shows_both_versions_and_marks_what_differs(sign_in: Callable[[User], Client], world: World) -> None:
    page = page_of(sign_in(world.organiser), world.disputed)
    assert page.count('<li class="differs">') == 4, "two players in two versions"
    assert page.count('aria-label="differs"') == 4
    assert ">Verified log<" in page
    assert "Settle dispute with this log" in page
    visitor = page_of(Client(), world.disputed)
    assert "Versions of this result" in visitor
    assert "Settle dispute" not in visitor


def test_a_dispute_is_settled_only_with_a_reason(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.organiser)
    accept = reverse("table:accept", args=[world.contradiction.pk])
    field = f"accept-{world.contradiction.pk}-reason"
    assert "required" in error_of(text(client.post(accept, {field: ""})), field)
    rule = reverse("table:rule", args=[world.disputed.pk])
    scores = {"ruling-score_0": 1, "ruling-score_1": 0}
    assert "required" in error_of(text(client.post(rule, scores)), "ruling-reason")
    world.disputed.refresh_from_db()
    assert world.disputed.status == Status.DISPUTED
    client.post(accept, {field: "Everybody agrees now"})
    world.disputed.refresh_from_db()
    assert (world.disputed.status, world.disputed.basis) == (Status.CONFIRMED, Table.Basis.RULING)
    assert "Everybody agrees now" in page_of(client, world.disputed)


def test_two_reports_that_differ_stand_side_by_side(sign_in: Callable[[User], Client], world: World) -> None:
    matches.report_result(world.opponent, world.reported, [90, 95])
    page = page_of(sign_in(world.organiser), world.reported)
    assert page.count('<li class="differs">') == 4, "both places differ"
    assert "<strong>80</strong>" in page
    assert "<strong>95</strong>" in page


def test_the_organiser_corrects_and_takes_back_with_a_reason(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.organiser)
    matches.confirm_report(world.opponent, world.report)
    rule = reverse("table:rule", args=[world.reported.pk])
    client.post(rule, {"ruling-score_0": 70, "ruling-score_1": 80, "ruling-reason": "Typing error"})
    assert [seat.score for seat in world.reported.seats.order_by("position")] == [70, 80]
    assert "Typing error" in page_of(Client(), world.reported), "the history is for everybody"
    reopen = reverse("table:reopen", args=[world.reported.pk])
    assert "required" in error_of(text(client.post(reopen, {})), "reopen-reason")
    client.post(reopen, {"reopen-reason": "Wrong table"})
    world.reported.refresh_from_db()
    assert world.reported.status == Status.OPEN


def test_a_bye_offers_nothing(sign_in: Callable[[User], Client]) -> None:
    event = make_event(3, table_size=2)
    bye = event.pair().tables.get(is_bye=True)
    page = page_of(sign_in(event.organiser), bye)
    assert 'method="post" action="/tables' not in page
    assert "bye" in page


def test_a_log_reports_the_result(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.stranger)
    page = text(upload(client, world.open, log_of(world.open)))
    assert "Log uploaded. It is being verified." in page
    submission = world.open.submissions.get()
    fragment = reverse("table:submission", args=[submission.pk])
    assert f'hx-get="{fragment}" hx-trigger="every 1s"' in page
    waiting = client.get(fragment, headers={"hx-request": "true"})
    assert "every 1s" in text(waiting)
    assert "HX-Refresh" not in waiting.headers
    verify_all()
    done = client.get(fragment, headers={"hx-request": "true"})
    assert "every 1s" not in text(done), "the polling stops"
    assert done.headers["HX-Refresh"] == "true"
    world.open.refresh_from_db()
    assert (world.open.status, world.open.basis) == (Status.REPORTED, Table.Basis.NONE)
    page = page_of(client, world.open)
    assert "The log reports the result." in page
    assert "every 1s" not in page
    other = sign_in(users(world.open)[1])
    assert "A verified log gives exactly this result." in page_of(other, world.open)
    other.post(reverse("table:confirm", args=[world.open.reports.get().pk]))
    world.open.refresh_from_db()
    assert (world.open.status, proof_of(world.open)) == (Status.CONFIRMED, Proof.REPLAYED)


def test_an_objection_is_made_and_answered_on_the_page(sign_in: Callable[[User], Client], world: World) -> None:
    table = world.reported
    matches.confirm_report(world.opponent, world.report)
    page = page_of(sign_in(world.player), table)
    assert "Is this result wrong?" in page
    address = reverse("table:object", args=[table.pk])
    assert "required" in error_of(text(sign_in(world.player).post(address, {})), "object-reason")
    sign_in(world.player).post(address, {"object-reason": "We counted twice"})
    page = page_of(sign_in(world.player), table)
    assert "We counted twice" in page
    assert "Is this result wrong?" not in page, "one at a time"
    director = sign_in(world.organiser)
    for name, args in (
        ("home", []),
        ("tournaments:detail", [world.tournament.pk]),
        ("tournaments:round", [table.round_id]),
    ):
        assert "bjection" in text(director.get(reverse(name, args=args))), name
    for person, answers in ((world.stranger, False), (world.scorekeeper, False), (world.director, True)):
        assert ("Objections to answer" in text(sign_in(person).get(reverse("home")))) == answers
    director = sign_in(world.organiser)
    shown = text(director.get(reverse("tournaments:round", args=[table.round_id]) + "?show=objections"))
    assert f'id="table-{table.pk}"' in shown
    assert f'id="table-{world.proven.pk}"' not in shown
    objection = table.objections.get()
    answer = reverse("table:reject", args=[objection.pk])
    director = sign_in(world.organiser)
    assert "required" in error_of(text(director.post(answer, {})), f"reject-{objection.pk}-reason")
    director.post(answer, {f"reject-{objection.pk}-reason": "I watched the game"})
    page = page_of(Client(), table)
    assert "Rejected the objection" in page
    assert "I watched the game" in page
    assert "Objections to answer" not in text(director.get(reverse("home")))


def test_to_accept_the_log_of_an_objection_shows_first_what_it_changes(sign_in: Callable[[User], Client]) -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {"table_size": 2})])
    one, other = event.pair().tables.order_by("bracket_slot")
    matches.rule_result(event.organiser, one, Ruling([50, 40]))
    matches.rule_result(event.organiser, other, Ruling([50, 40]))
    loser = users(one)[1]
    final = event.pair().tables.get()
    data = next(data for seed in range(50) if report_of(data := log_of(one, seed=seed)).places == [2, 1])
    submission = matches.submit_log(loser, data, one)
    verify_all()
    client = sign_in(event.organiser)
    assert "A verified log gives another result:" in page_of(client, one)
    address, words = reverse("table:accept", args=[submission.pk]), {f"accept-{submission.pk}-reason": "It is right"}
    assert "Effects of this correction" in text(client.post(address, words))
    assert loser not in users(final)
    client.post(address, {**words, "seen": "1"})
    assert loser in users(final)
    assert proof_of(Table.objects.get(pk=one.pk)) == Proof.REPLAYED


def test_the_sender_assigns_the_seats_on_the_page(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.stranger)
    upload(client, world.open, EXAMPLE.read_bytes())
    verify_all()
    assert "Who played which seat?" not in page_of(sign_in(users(world.open)[1]), world.open)
    client = sign_in(world.stranger)
    assert "Who played which seat?" in page_of(client, world.open)
    sent = world.open.submissions.get()
    address, fields = reverse("table:assign", args=[sent.pk]), [f"seats-{sent.pk}-seat_{seat}" for seat in (0, 1)]
    first, second = [seat.entry_id for seat in world.open.seats.order_by("position")]
    twice = text(client.post(address, dict.fromkeys(fields, first)))
    assert "This player already has another seat" in error_of(twice, fields[1])
    client.post(address, dict(zip(fields, (second, first), strict=True)))
    page = page_of(sign_in(users(world.open)[1]), world.open)
    assert "Seats assigned by" in page
    assert "A verified log gives exactly this result." in page


def test_a_log_that_is_packed_by_gzip_is_unpacked_at_the_door(sign_in: Callable[[User], Client], world: World) -> None:
    """And what is stored is the log inside, under its own digest."""
    client, data = sign_in(world.stranger), log_of(world.open, seed=9)
    page = text(upload(client, world.open, gzip.compress(data)))
    assert "Log unpacked from gzip and uploaded. It is being verified." in page
    assert GameLog.objects.filter(content=data).count() == 1
    answer = client.post(
        reverse("table:upload"), {"log": SimpleUploadedFile("game.jsonl.gz", gzip.compress(data))}, follow=True
    )
    assert "Log unpacked from gzip" in text(answer)
    assert not [log for log in GameLog.objects.all() if bytes(log.content[:2]) == b"\x1f\x8b"]


@each(
    ("packed", "words"),
    {
        "a bomb": (gzip.compress(b" " * (64 * 2**20)), "unpacks to more than 4 MB"),
        "half a file": (gzip.compress(b"{" * 999)[:-9], "is damaged"),
        "two files": (gzip.compress(b"{") * 2, "is damaged"),
        "only its sign": (b"\x1f\x8b", "is damaged"),
        "no log inside": (gzip.compress(b"hello"), "not a game log"),
    }.values,
)
def test_a_gzip_file_without_a_log_is_refused(
    sign_in: Callable[[User], Client], world: World, packed: bytes, words: str
) -> None:
    page = text(upload(sign_in(world.stranger), world.open, packed))
    assert words in error_of(page, "upload-log")
    assert not LogSubmission.objects.filter(submitted_by=world.stranger).exists()


def test_the_same_log_twice_is_no_harm(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.stranger)
    data = log_of(world.open, seed=9)
    upload(client, world.open, data)
    verify_all()
    agree(world.open)
    page = text(upload(client, world.open, data))
    assert "This log was the result of the table already" in page
    assert GameLog.objects.filter(content=data).count() == 1


def test_a_report_is_not_saved_over_one_that_its_page_did_not_show(
    sign_in: Callable[[User], Client], world: World
) -> None:
    """As when a phone sends it again after a lost connection."""
    first, second = users(world.open)[:2]
    address, page = reverse("table:report", args=[world.open.pk]), reverse("table:page", args=[world.open.pk])
    [shown] = re.findall(r'name="reported_so_far" value="([^"]+)"', text(sign_in(first).get(page)))[:1]
    words = {f"report-score_{seat}": 80 - seat for seat in range(world.open.seats.count())}
    assert sign_in(second).post(address, words | {"reported_so_far": shown}).status_code == 302
    others = {name: score + 1 for name, score in words.items()}
    later = sign_in(first).post(address, others | {"reported_so_far": shown}, headers={"Nabu-Again": "true"})
    assert "has changed meanwhile" in text(later)
    assert world.open.reports.count() == 1
    assert sign_in(first).post(address, words | {"reported_so_far": shown}).status_code == 302, "it comes at once"


BAD_FILES = {
    "empty": (b"", "empty"),
    "too large": (b'{"gamelog":1}\n' + b" " * (4 * 2**20), "at most 4 MB"),
    "not UTF-8": (b'{"gamelog":1,"game":"\xff\xfe"}\n', "not UTF-8"),
    "binary": (bytes(range(256)) * 40, "not a game log"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, "not a game log"),
    "UTF-16": ('{"gamelog":1}\n'.encode("utf-16"), "not a game log"),
    "byte order mark": (b'\xef\xbb\xbf{"gamelog":1}\n', "byte order mark"),
    "a list": (b"[1,2,3]\n", "not a game log"),
}


@each("name", BAD_FILES)
def test_what_cannot_be_a_log_is_refused_next_to_the_field(
    sign_in: Callable[[User], Client], world: World, name: str
) -> None:
    data, words = BAD_FILES[name]
    for response, field in (
        (upload(sign_in(world.stranger), world.open, data), "upload-log"),
        (
            sign_in(world.stranger).post(
                reverse("table:upload"), {"log": SimpleUploadedFile("game.jsonl", data)}, follow=True
            ),
            "log",
        ),
    ):
        assert response.status_code == 200
        assert words in error_of(text(response), field), name
    assert not LogSubmission.objects.filter(submitted_by=world.stranger).exists()


HEADER = EXAMPLE.read_bytes().splitlines(keepends=True)[0]
UNREADABLE = {
    "broken JSON": b'{"gamelog":1\n',
    "nested": b'{"gamelog":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n",
    "nested meta": HEADER.rstrip()[:-1] + b',"meta":' + b'{"a":' * 50 + b"1" + b"}" * 50 + b"}\n",
    "long line": HEADER + b'{"seat":0,"do":"' + b"x" * 20_000 + b'"}\n',
    "NUL": b'{"gamelog":1,"game":"baby\x00lonia"}\n',
    "huge number": HEADER + b'{"seat":' + b"9" * 5000 + b',"do":"stop"}\n',
    "another format": b'{"pgn":true}\n',
    "unknown game": HEADER.replace(b"babylonia", b"chess", 1),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_only_looks_like_a_log_gets_a_verdict_in_words(
    sign_in: Callable[[User], Client], world: World, name: str
) -> None:
    client = sign_in(world.stranger)
    upload(client, world.open, UNREADABLE[name])
    verify_all()
    submission = world.open.submissions.get()
    assert submission.outcome == LogSubmission.Outcome.NOT_USED
    assert submission.message
    page = text(client.get(reverse("table:log", args=[submission.log.sha256])))
    assert "Unreadable" in page or "Rejected" in page
    assert "The problem" in page
    world.open.refresh_from_db()
    assert world.open.status == Status.OPEN


def test_fifty_megabytes_are_turned_away(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.stranger)
    file = SimpleUploadedFile("game.jsonl", b"{" + b" " * (50 * 2**20))
    response = client.post(reverse("table:upload_at_table", args=[world.open.pk]), {"upload-log": file})
    assert response.status_code == 413
    assert "The request is larger than 8 MB. Send a smaller file." in text(response)
    assert not world.open.submissions.exists()


def test_an_upload_without_a_file_says_so(sign_in: Callable[[User], Client], world: World) -> None:
    client = sign_in(world.stranger)
    response = client.post(reverse("table:upload_at_table", args=[world.open.pk]), {})
    assert "required" in error_of(text(response), "upload-log")
    as_text = client.post(reverse("table:upload_at_table", args=[world.open.pk]), {"upload-log": "not a file"})
    assert "required" in error_of(text(as_text), "upload-log")
