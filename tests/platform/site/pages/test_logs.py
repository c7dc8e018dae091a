"""The page of a game log: verdict in words, scores by source, position, bytes."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.browser.desk import Desk
from engine.log.report import VERDICTS
from engine.log.verdict_words import CODES, VerdictWords, score_table
from engine.message import Message
from nabu.accounts.players.models import User
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.results.logs.verdict_words import words_for
from nabu.contests.results.logs.views import verdict_context
from nabu.contests.results.services import submit_log
from nabu.core.browser_engine.words import words_of
from nabu.core.sentences import LANGUAGE, sentence
from tests.platform.scenario import account, game_log
from tests.platform.site.pages.conftest import World, verify_all

pytestmark = pytest.mark.usefixtures("db")


def text(response: Any) -> str:
    return str(response.content.decode())


def send(client: Client, data: bytes) -> str:
    """Have the log verified, not for a table; returns the address of its page."""
    response = client.post(reverse("table:upload"), {"log": SimpleUploadedFile("game.jsonl", data)})
    return str(response["Location"])


def changed_line(data: bytes) -> tuple[bytes, int]:
    """The log with a placement on a hex that does not exist, and the number of its line."""
    lines = data.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"do":"place"' in line and number > 20)
    lines[at] = lines[at].replace(b'"hex":"', b'"hex":"99')
    return b"".join(lines), at + 1


def test_a_verified_log(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    data = game_log(3, seed=11)
    page = send(client, data)
    assert "Waiting" in text(client.get(page))
    verify_all()
    report = Verification.objects.get().report
    assert report
    shown = text(client.get(page))
    assert "Verified" in shown
    assert "This does not prove who sat at the table" in shown
    assert 'href="#about-verdicts"' in shown
    assert 'id="about-verdicts"' in shown
    assert "every 1s" not in shown
    table = score_table(LANGUAGE, report)
    assert table
    assert [sum(points[seat] for _title, points in table["rows"]) for seat in range(3)] == report["scores"]
    for title, _points in table["rows"]:
        assert title in shown


def test_a_rejected_log_says_where_why_and_what_was_allowed(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    data, line = changed_line(game_log(2, seed=12))
    page = send(client, data)
    verify_all()
    shown = text(client.get(page))
    verification = Verification.objects.get()
    assert (verification.verdict, verification.code, verification.line) == ("rejected", "illegal_action", line)
    assert "Rejected" in shown
    assert f'replay/?line={line}">{line}</a>, turn {verification.turn}' in shown
    assert "illegal_action" in shown
    assert "Legal actions at this point" in shown
    assert verification.report
    assert verification.report["legal"][0].startswith(f"seat {verification.seat}: ")
    assert sentence(Message.from_json(verification.report["legal_messages"][0])) in shown
    assert verification.report["legal"][0] not in shown, "people count seats from 1"


def test_an_unfinished_log(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    page = send(client, b"".join(game_log(2, seed=13).splitlines(keepends=True)[:40]))
    verify_all()
    assert "the game is not over" in text(client.get(page))


def test_texts_from_logs_are_never_taken_for_html(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    page = send(client, game_log(2, seed=14, seats=("<script>alert(1)</script>", '"><img src=x>')))
    verify_all()
    shown = text(client.get(page))
    assert "<script>alert" not in shown
    assert "<img src=x>" not in shown
    picture = text(client.get(f"{page}replay/last.svg", follow=True))
    assert "<script>alert" not in picture
    assert "<img" not in picture


def test_the_verdict_comes_by_itself_and_then_the_page_is_loaded_anew(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    page = send(client, game_log(2, seed=15))
    waiting = client.get(f"{page}verdict/", headers={"hx-request": "true"})
    assert 'hx-trigger="every 1s"' in text(waiting)
    assert "<noscript>" in text(waiting), "without JavaScript there is a link"
    verify_all()
    done = client.get(f"{page}verdict/", headers={"hx-request": "true"})
    assert done.headers["HX-Refresh"] == "true"
    assert "every 1s" not in text(done)
    assert "HX-Refresh" not in client.get(f"{page}verdict/").headers


def test_a_log_that_broke_the_engine_does_not_wait_for_ever(sign_in: Callable[[User], Client]) -> None:
    client = sign_in(account("anu"))
    page = send(client, game_log(2, seed=16))
    Verification.objects.update(status=Verification.Status.FAILED)
    shown = text(client.get(page))
    assert "An error on our side" in shown
    assert "every 1s" not in shown


class TestPosition:
    """The board at the end of the log."""

    def test_the_page_shows_the_last_position_and_leads_to_the_replay(self, client: Client, world: World) -> None:
        log = world.proven.log
        assert log
        page = text(client.get(reverse("table:log", args=[log.sha256])))
        assert f'href="{reverse("table:replay", args=[log.sha256])}"' in page
        assert f'src="{reverse("table:replay_last", args=[log.sha256])}"' in page

    @pytest.mark.parametrize("turn", ["0", "3", "x"])
    def test_the_old_address_of_a_turn_leads_to_the_replay(self, client: Client, world: World, turn: str) -> None:
        log = world.proven.log
        assert log
        replay = reverse("table:replay", args=[log.sha256])
        response = client.get(reverse("table:log", args=[log.sha256]), {"turn": turn}, follow=True)
        assert response.redirect_chain[0] == (f"{replay}?turn={turn}", 302)
        assert response.status_code == 200

    def test_a_log_without_a_position_has_no_picture(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("anu"))
        page = send(client, b'{"gamelog":1}\n')
        assert client.get(f"{page}replay/last.svg").status_code == 404, "not even while it waits"
        verify_all()
        assert "last.svg" not in text(client.get(page))
        assert client.get(f"{page}replay/last.svg").status_code == 404


def test_the_bytes_come_back_exactly(client: Client, world: World) -> None:
    log = world.proven.log
    assert log
    response = client.get(reverse("table:raw", args=[log.sha256]))
    assert response.content == bytes(log.content)
    assert response["Content-Disposition"].startswith("attachment")


def test_who_sent_logs_finds_them_again(sign_in: Callable[[User], Client], world: World) -> None:
    page = text(sign_in(world.player).get(reverse("table:upload")))
    assert reverse("table:log", args=[world.private_log.sha256]) in page
    assert "No logs yet" in text(sign_in(world.staff).get(reverse("table:upload")))


def test_every_verdict_and_every_code_has_words() -> None:
    for verdict in VERDICTS:
        words = words_for(Verification(status=Verification.Status.DONE, verdict=verdict))
        assert words.title
        assert words.meaning
        assert words.limits
    assert set(CODES) == {
        "not_a_log",
        "too_large",
        "bad_line",
        "bad_setup",
        "out_of_turn",
        "illegal_action",
        "bad_chance",
        "after_end",
        "result_mismatch",
    }


def test_visitors_verify_in_the_browser_and_send_nothing(client: Client) -> None:
    page = text(client.get(reverse("table:upload")))
    assert 'id="engine-config"' in page
    assert 'enctype="multipart/form-data"' not in page
    assert 'href="/accounts/login/?next=/logs/"' in page
    sent = client.post(reverse("table:upload"), {"log": SimpleUploadedFile("game.jsonl", game_log(2, seed=17))})
    assert sent.status_code == 302
    assert sent["Location"].startswith(reverse("account_login"))
    assert not GameLog.objects.exists()


def logs_of_every_verdict() -> dict[str, bytes]:
    good = game_log(2, seed=18)
    return {
        "verified": good,
        "unfinished": b"".join(good.splitlines(keepends=True)[:40]),
        "rejected": changed_line(good)[0],
        "unreadable": b'{"gamelog":1}\n',
    }


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_browser_says_what_the_site_says(verdict: str, language: str) -> None:
    data = logs_of_every_verdict()[verdict]
    submit_log(account("anu"), data)
    verify_all()
    desk = Desk()
    desk.answer(json.dumps({"ask": "begin", "words": json.loads(words_of(language))}))
    question = {"ask": "log.verify", "bytes": base64.b64encode(data).decode()}
    found = json.loads(desk.answer(json.dumps(question)))["answer"]
    with translation.override(language):
        said = verdict_context(Verification.objects.get())
    words = said.pop("words")
    assert isinstance(words, VerdictWords)
    assert found["words"] == asdict(words)
    assert found["report"]["verdict"] == verdict
    assert (found["moves"] is not None) == said["has_replay"]
    for name in ("code_words", "reason", "legal", "failing_seat", "scores", "note", "report"):
        assert found[name] == said[name], name
