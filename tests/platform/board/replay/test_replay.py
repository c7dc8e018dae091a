"""A log played back: words, pictures, addresses, and what they are made of."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from analytics.anatomy_chances import Chances
from analytics.facts import extract_facts
from engine.game import ScoreEvent
from engine.registry import GAMES
from engine.table.table import Table as Game
from engine.whole_picture import around
from nabu.board.replay import kept, link_picture
from nabu.board.replay import page as pages
from nabu.board.replay import recording as recordings
from nabu.contests.matches.models import GameLog, LogSubmission, Table, Verification
from nabu.contests.results import services
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Round
from nabu.core.sentences import sentence
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.web.link_pictures import tasks
from tests.platform.scenario import account, game_log, log_of, make_event, seats, users
from tests.platform.statistics.dashboards.proven import counted, prove
from tests.profiles import LONG

pytestmark = pytest.mark.django_db


def verified(data: bytes, name: str = "anu") -> tuple[Client, GameLog]:
    """A log that this account sent without a table, and the client of the account."""
    user = account(name)
    log = services.submit_log(user, data).log
    for verification in Verification.objects.filter(log=log):
        verify_log(verification.pk)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client, log


def of_game(key: str) -> tuple[Client, GameLog, Game]:
    """A verified log of three players, who may see it, and its game."""
    data = game_log(3, seed=5, game=key)
    client, log = verified(data)
    game, _report = Game.of_log(data)
    assert game is not None
    return client, log, game


def broken(data: bytes) -> tuple[bytes, int]:
    """The log with a placement on a hex that does not exist, and the number of its line."""
    lines = data.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"do":"place"' in line and number > 20)
    lines[at] = lines[at].replace(b'"hex":"', b'"hex":"99')
    return b"".join(lines), at + 1


def page_of(client: Client, log: GameLog, **query: Any) -> str:
    response = client.get(reverse("table:replay", args=[log.sha256]), query)
    assert response.status_code == 200
    return unescape(response.content.decode())


def addresses(page: str) -> tuple[str, str]:
    """Of the moves, and the pattern of the pictures."""
    found = re.search(r'data-moves-url="([^"]+)" data-picture-url="([^"]+)"', page)
    assert found is not None
    return found[1], found[2]


def shown_scores(page: str) -> list[int]:
    return [int(score) for score in re.findall(r"data-score data-seat=\"\d\">(\d+)<", page)]


@pytest.fixture
def table() -> Table:
    """A table whose result a log proves in which the seats are in another order."""
    table = make_event(3, table_size=3).pair().tables.get()
    prove(table, order=[2, 0, 1])
    table.refresh_from_db()
    return table


class TestMoves:
    """Words, scores and pictures are those of the engine."""

    @pytest.mark.parametrize("key", GAMES)
    def test_words_and_pictures_agree_with_the_engine(self, key: str) -> None:
        client, log, game = of_game(key)
        moves_address, picture_address = addresses(page_of(client, log))
        found = json.loads(client.get(moves_address).content)
        assert len(found["moves"]) == len(game.moves)
        for words, move in zip(found["moves"], game.moves, strict=True):
            assert words["scores"] == list(move.scores)
            assert words["seat"] == move.action.to_json().get("seat")
            assert words["turn"] == move.turn
            assert words["text"]
            assert all(event["text"] for event in words["events"])
            scored = [(event.seat, event.source, event.points) for event in move.events if type(event) is ScoreEvent]
            said = [(e["seat"], e["source"], e["points"]) for e in words["events"] if e["source"] is not None]
            assert said == scored
        for position in (*range(0, len(game.moves), 9 if LONG else len(game.moves) // 5), len(game.moves)):
            svg = client.get(picture_address.replace("{move}", str(position))).content.decode()
            assert svg == game.at(position).picture(found["names"])
        beyond = picture_address.replace("{move}", str(len(game.moves) + 1))
        assert client.get(beyond).status_code == 404

    @pytest.mark.parametrize("key", GAMES)
    def test_the_line_of_every_score_event_leads_to_the_move_that_scored(self, key: str) -> None:
        data = game_log(2, seed=6, game=key)
        client, log = verified(data)
        _report, facts = extract_facts(data)
        assert facts is not None
        moves = json.loads(client.get(addresses(page_of(client, log))[0]).content)["moves"]
        by_line: dict[int, list[list[Any]]] = {}
        for line, _turn, seat, source, points, _cause in facts["score_events"]:
            by_line.setdefault(line, []).append([seat, source, points])
        assert by_line
        lines = [*by_line]
        for line in lines if LONG else {*lines[:: len(lines) // 6 + 1], lines[-1]}:
            events = by_line[line]
            response = client.get(reverse("table:replay", args=[log.sha256]), {"line": line})
            position = int(re.fullmatch(r".*/replay/\?move=(\d+)", response["Location"])[1])  # type: ignore[index]
            scored = [e for e in moves[position - 1]["events"] if e["source"] is not None]
            assert [[e["seat"], e["source"], e["points"]] for e in scored] == events

    def test_a_turn_leads_to_the_position_at_its_end(self) -> None:
        data = game_log(2, seed=7)
        client, log = verified(data)
        game, _report = Game.of_log(data)
        assert game is not None
        for turn in range(game.state.turn + 1):
            response = client.get(reverse("table:replay", args=[log.sha256]), {"turn": turn})
            position = int(response["Location"].partition("?move=")[2])
            assert position == max((n for n, move in enumerate(game.moves, 1) if move.turn <= turn), default=0)


class TestPage:
    """The page without its script."""

    def test_a_position_has_its_picture_its_scores_and_ways_to_the_others(self) -> None:
        data = game_log(3, seed=5)
        client, log = verified(data)
        game, _report = Game.of_log(data)
        assert game is not None
        count = len(game.moves)
        page = page_of(client, log, move=60)
        assert shown_scores(page) == list(game.moves[59].scores)
        assert game.at(60).screen_picture(say=sentence) in page
        for name, position in (("first", 0), ("previous", 59), ("next", 61), ("last", count)):
            assert f'href="?move={position}" data-replay="{name}"' in page
        assert sorted(map(int, set(re.findall(r'class="replay-move[^"]*" href="\?move=(\d+)"', page)))) == [
            *range(count + 1)
        ]

    @pytest.mark.parametrize("key", GAMES)
    def test_what_the_script_draws_around_the_board_is_there_before_it(self, key: str) -> None:
        """Else the board moves under the reader's eyes when the script comes."""
        client, log, game = of_game(key)
        page = page_of(client, log, move=30)
        frame = page.partition('class="board-frame"')[2].partition('class="replay-bar')[0]
        shown = around(game.at(30).screen_picture(say=sentence))
        panels = frame.partition('class="board-stage"')[0]
        assert re.findall(r'<b class="seat-points">([^<]*)</b>', panels) == [str(s["points"]) for s in shown["seats"]]
        assert panels.count('class="amount') == sum(len(seat["amounts"]) for seat in shown["seats"])
        assert frame.count("<li><svg") == len(shown["legend"])
        assert all(escape(note) in frame for note in shown["notes"])
        assert 'class="board-tools' in frame

    def test_nothing_waits_hidden_for_the_script(self) -> None:
        client, log = verified(game_log(2, seed=5))
        page = page_of(client, log, move=9)
        for part in ("timeline", "play", "png"):
            found = re.search(rf'<[^>]* data-replay="{part}"[^>]*>', page)
            assert found is not None
            assert " hidden" not in found[0]
            assert "with-script" in found[0]
        review = page.partition('data-review="here">')[2]
        assert review.lstrip().startswith('<section class="card" id="review"'), "where its card will be"

    def test_nonsense_shows_the_setup(self) -> None:
        client, log = verified(game_log(2, seed=5))
        for asked in ("", "x", "-1", "²", "1.5", "999999"):
            assert 'data-move="0">' in page_of(client, log, move=asked), asked

    def test_a_move_that_is_not_there_shows_the_last_one_and_who_won(self) -> None:
        client, log = verified(game_log(2, seed=5))
        report = Verification.objects.get().report
        assert report is not None
        page = page_of(client, log, move=99999)
        assert shown_scores(page) == report["scores"]
        assert re.search(r'data-replay="ending">The game is over: ', page)

    def test_a_rejected_log_opens_where_it_fails(self) -> None:
        data, line = broken(game_log(2, seed=12))
        client, log = verified(data)
        page = page_of(client, log)
        assert f'data-move="{line - 2}">' in page, "the last position that is valid"
        assert f"Line {line} is not valid" in page
        assert "Legal actions at this point" in page
        assert "<li" in page.partition("Legal actions at this point")[2].partition("</details>")[0]
        response = client.get(reverse("table:replay", args=[log.sha256]), {"line": line})
        assert response["Location"].endswith(f"?move={line - 2}"), "where the log's verdict leads"

    def test_a_log_with_an_unreadable_line_is_played_back_up_to_it(self) -> None:
        lines = game_log(2, seed=12).splitlines(keepends=True)
        client, log = verified(b"".join([*lines[:30], b"nonsense\n", *lines[30:]]))
        page = page_of(client, log)
        assert "Line 31 is not valid" in page
        assert 'data-move="29">' in page

    def test_a_log_that_begins_no_game_says_so(self) -> None:
        client, log = verified(b'{"gamelog":1}\n')
        assert "Nothing to replay." in page_of(client, log)

    def test_a_log_that_waits_for_its_verdict_is_not_replayed_by_the_page(self) -> None:
        user = account("anu")
        log = services.submit_log(user, game_log(2, seed=8)).log
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert 'hx-trigger="every 1s"' in page_of(client, log)

    def test_an_unfinished_log_ends_without_a_winner(self) -> None:
        client, log = verified(b"".join(game_log(2, seed=13).splitlines(keepends=True)[:40]))
        assert "The log ends here. The game is not over." in page_of(client, log, move=999)

    def test_texts_of_logs_are_never_taken_for_html(self) -> None:
        client, log = verified(game_log(2, seed=14, seats=("<script>alert(1)</script>", '"><img src=x>')))
        page = client.get(reverse("table:replay", args=[log.sha256]), {"move": 9}).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x>" not in page

    def test_the_table_and_its_anatomy_lead_here_and_back(self, table: Table) -> None:
        counted()
        assert table.log is not None
        address = reverse("table:replay", args=[table.log.sha256])
        page = page_of(Client(), table.log)
        for name in ("table:page", "table:anatomy"):
            other = reverse(name, args=[table.pk])
            assert f'href="{other}"' in page
            assert f'"{address}"' in Client().get(other).content.decode()


def test_chances_are_where_there_is_a_model(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    counted()
    assert table.log is not None
    assert "replay-graphs" not in page_of(Client(), table.log), "nobody has fitted a model yet"
    course = [Chances(0, (0.2, 0.3, 0.5)), Chances(4, (0.6, 0.3, 0.1))]
    monkeypatch.setattr(pages, "course_of_chances", lambda _played: course)
    game, _report = Game.of_log(bytes(table.log.content))
    assert game is not None
    page = page_of(Client(), table.log)
    assert "replay-graphs" in page
    found = re.search(r'<script id="replay-chances" type="application/json">(.*?)</script>', page)
    assert found is not None
    starts = [sum(move.turn <= turn for move in game.moves) for turn in (0, 4)]
    assert json.loads(found[1]) == [[starts[0], [0.2, 0.3, 0.5]], [starts[1], [0.6, 0.3, 0.1]]]
    for position, shown in ((starts[1] - 1, ["20%", "30%", "50%"]), (starts[1], ["60%", "30%", "10%"])):
        there = page_of(Client(), table.log, move=position)
        assert re.findall(r'data-chance data-seat="\d">([^<]*)<', there) == shown, "without the script too"


class TestAddresses:
    """What is kept for ever has an address that names all it is made of."""

    def test_words_and_pictures_may_be_kept_for_ever_by_one_browser(self) -> None:
        client, log = verified(game_log(2, seed=5))
        moves, pictures = addresses(page_of(client, log))
        for address in (moves, pictures.replace("{move}", "3")):
            response = client.get(address)
            assert response["Cache-Control"] == "private, max-age=31536000, immutable"
            assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Content-Type"] == "image/svg+xml"
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert "sandbox" in response["Content-Security-Policy"]

    def test_another_digest_is_not_there(self) -> None:
        client, log = verified(game_log(2, seed=5))
        for name, *rest in (("table:replay_moves",), ("table:replay_picture", 3)):
            address = reverse(name, args=[log.sha256, "0" * 16, *rest])
            assert client.get(address).status_code == 404

    def test_a_new_name_of_a_player_has_a_new_address(self, table: Table) -> None:
        assert table.log is not None
        before = addresses(page_of(Client(), table.log))[0]
        player = seats(table)[0].entry.player
        player.name = "Enheduanna"
        player.save()
        page = page_of(Client(), table.log)
        after = addresses(page)[0]
        assert after != before
        assert Client().get(before).status_code == 404
        assert "Enheduanna" in json.loads(Client().get(after).content)["names"]

    def test_a_new_engine_has_a_new_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        client, log = verified(game_log(2, seed=5))
        before = addresses(page_of(client, log))[0]
        monkeypatch.setattr(recordings, "ENGINE_VERSION", "99.0.0")
        assert addresses(page_of(client, log))[0] != before

    def test_each_language_has_its_own(self) -> None:
        client, log = verified(game_log(2, seed=5))
        english = addresses(page_of(client, log))[0]
        client.post(reverse("set_language"), {"language": "de"})
        assert addresses(page_of(client, log))[0] != english

    def test_a_crowd_shares_what_was_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        client, log = verified(game_log(2, seed=5))
        monkeypatch.setattr(kept, "cache", LocMemCache("replay", {}))
        address = addresses(page_of(client, log))[1].replace("{move}", "9")
        first = client.get(address).content
        monkeypatch.setattr(Game, "picture", lambda *_: pytest.fail("it was drawn already"))
        assert client.get(address).content == first


class TestNames:
    """Names are those of players, as far as the site knows who sat where."""

    def test_of_the_table_that_the_log_proves(self, table: Table) -> None:
        assert table.log is not None
        for number, seat in enumerate(seats(table)):
            seat.entry.player.name = f"Renamed {number}"
            seat.entry.player.save()
        found = json.loads(Client().get(addresses(page_of(Client(), table.log))[0]).content)
        assert found["names"] == ["Renamed 0", "Renamed 1", "Renamed 2"]
        last = found["moves"][-1]["scores"]
        assert last == [seat.score for seat in seats(table)]

    def test_not_those_of_deleted_players(self) -> None:
        table = make_event(2, table_size=2).pair().tables.get()
        prove(table)
        table.refresh_from_db()
        assert table.log is not None
        before = addresses(page_of(Client(), table.log))
        person = users(table)[0]
        name = person.player.name
        delete_person(person, user=person)
        page = page_of(Client(), GameLog.objects.get())
        after = addresses(page)
        assert name not in page
        assert after != before
        for address in (after[0], after[1].replace("{move}", "20")):
            assert name not in Client().get(address).content.decode()
        for address in (before[0], before[1].replace("{move}", "20")):
            assert Client().get(address).status_code == 404

    def test_not_those_of_a_table_that_one_may_not_see(self) -> None:
        """The same log was sent for a public table, and for one of a round that is not published any more."""
        log = game_log(2, seed=4, seats=("Ea", "Sin"))
        shown, hidden = (
            make_event(2, table_size=2, prefix=prefix).pair().tables.get() for prefix in ("open", "secret")
        )
        for table in (shown, hidden):
            submission = services.submit_log(users(table)[0], log, table)
        for verification in submission.log.verifications.all():
            verify_log(verification.pk)
        assigned = [seat.entry_id for seat in seats(hidden)]
        LogSubmission.objects.filter(pk=submission.pk).update(seats=assigned)
        Round.objects.filter(pk=hidden.round_id).update(status=Round.Status.DRAFT)
        organiser = Client()
        organiser.force_login(
            hidden.round.stage.tournament.organiser, backend="django.contrib.auth.backends.ModelBackend"
        )
        assert " – ".join(seat.entry.player.name for seat in seats(hidden)) in page_of(organiser, submission.log)
        page = page_of(Client(), submission.log)
        assert "Ea – Sin" in page
        assert "Secret" not in page

    def test_of_seats_that_somebody_has_assigned(self) -> None:
        table = make_event(2, table_size=2).pair().tables.get()
        log = log_of(table, seed=4).replace(b"Player 1", b"Somebody").replace(b"Player 2", b"Other")
        submission = services.submit_log(users(table)[0], log, table)
        for verification in submission.log.verifications.all():
            verify_log(verification.pk)
        page = page_of(Client(), submission.log)
        assert "Somebody – Other" in page or "Other – Somebody" in page, "nobody knows who sat where"
        one, two = seats(table)
        services.assign_seats(users(table)[0], submission, [two.entry_id, one.entry_id])
        names = f"{two.entry.player.name} – {one.entry.player.name}"
        assert names in page_of(Client(), submission.log)


class TestLinks:
    """What a link to a move shows elsewhere."""

    def test_a_link_to_a_move_shows_the_board_after_it(self, table: Table) -> None:
        assert table.log is not None
        page = page_of(Client(), table.log, move="7")
        address = settings.SITE_ADDRESS + reverse("table:replay", args=[table.log.sha256])
        assert f'og:url" content="{address}?move=7"' in page
        found = re.search(rf'og:image" content="[^"]*(/pictures/replay/{table.log.sha256}-7/en/\w+\.png)"', page)
        assert found is not None
        assert tasks.draw("replay", f"{table.log.sha256}-7", "en")
        assert Client().get(found[1])["Content-Type"] == "image/png"
        drawn = link_picture.draw(f"{table.log.sha256}-7") or ""
        assert "After move 7<" in drawn
        assert all(name in drawn for name in ("Player 1", "Player 2", "Player 3"))
        assert "Final position<" in (link_picture.draw(f"{table.log.sha256}-99999") or "")

    def test_a_log_that_is_not_public_has_no_picture(self) -> None:
        client, log = verified(game_log(2))
        assert "/pictures/" not in page_of(client, log, move="7")
        assert not tasks.draw("replay", f"{log.sha256}-7", "en")
        address = reverse("link_picture", args=["replay", f"{log.sha256}-7", "en", "0" * 16])
        assert client.get(address).status_code == 302
