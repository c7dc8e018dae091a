"""Spectators of a game that is being recorded: what they see, when, and what they never see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from engine.game import CHANCE
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.versions.services import moves_topic, numbers
from nabu.board.records.models import Record
from nabu.board.records.playing import playing
from nabu.board.records.services import abandon_record, finish_record, set_setup
from nabu.contests.matches.models import Table
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.clock.projector import feature_table, unfeature_table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.web.link_pictures import tasks
from nabu.web.link_pictures.kinds import KINDS
from nabu.web.shared_pages.entry import Entry
from nabu.web.shared_pages.store import cache
from tests.platform.board.records.conftest import Device, device, played, signed_in, table_to_record, verify_all
from tests.platform.board.watch.models import use_model
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event, users

DELAY = 5
WATCH = ("watch", "watch_now")
Recorder = Callable[..., tuple[Event, Table, Device, list[Any]]]


@contextmanager
def later(minutes: float) -> Iterator[None]:
    """So many minutes from now."""
    moment = timezone.now() + timedelta(minutes=minutes)
    with patch("django.utils.timezone.now", lambda: moment), patch("time.time", moment.timestamp):
        yield


def table_of(event: Event) -> Table:
    return Table.objects.select_related("round__stage__tournament").filter(
        round__stage__tournament=event.tournament, is_bye=False
    )[0]


def begun(game: str = "babylonia") -> tuple[Event, Table, Record, list[Any]]:
    """A table whose game somebody begins to record, and the lines to enter."""
    event = make_event(2, table_size=2, rounds=1, game=game)
    event.pair()
    table = table_of(event)
    return event, table, *table_to_record(table)


db, kept_world, changes_are_taken_back, begun_game = kept_for_file(begun, "begun_game")


@pytest.fixture
def recorded(begun_game: tuple[Event, Table, Record, list[Any]]) -> Recorder:
    """Return `recorded(moves=12, delay=DELAY)`: see `recorded_to`."""
    return partial(recorded_to, begun_game)


def recorded_to(
    begun: tuple[Event, Table, Record, list[Any]], moves: int = 12, delay: int = DELAY
) -> tuple[Event, Table, Device, list[Any]]:
    """A table whose game is being recorded: so many moves are here; those that follow."""
    event, table, record, lines = begun
    update_tournament(event.organiser, event.tournament, watch_delay=delay)
    writer = device(users(table)[0], record)
    writer.append(*lines[:moves])
    return event, table_of(event), writer, lines[moves:]


def now_of(table: Table, client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).get(reverse("table:watch_now", args=[table.pk]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    return dict(answer.json())


def moves_of(now: dict[str, Any]) -> dict[str, Any]:
    answer = Client().get(now["moves"])
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    return dict(answer.json())


def page_of(table: Table) -> str:
    answer = Client().get(reverse("table:watch", args=[table.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def everything(table: Table) -> list[bytes]:
    """All that a spectator can ask for now."""
    now = now_of(table)
    found = [json.dumps(now | {"next_at": None}).encode()]
    if "moves" in now:
        words = moves_of(now)
        found.append(json.dumps(words).encode())
        for position, digest in enumerate(words["digests"]):
            answer = Client().get(reverse("table:watch_picture", args=[table.pk, digest, position]))
            assert answer.status_code == 200
            found.append(answer.content)
    found.append(re.sub(r"data-live=\S+|nonce\S+", "", page_of(table)).encode())
    return found


def test_a_move_is_nowhere_before_its_time(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded(moves=8)
    assert now_of(table)["state"] == "soon"
    assert "appears after 5 minutes" in page_of(table)
    with later(DELAY + 1):
        before = everything(table)
        now = now_of(table)
        assert (now["state"], now["minutes"]) == ("live", DELAY)
        writer.append(*rest[:3])
        assert everything(table) == before, "what was written a moment ago is nowhere"
        assert now_of(table)["visible"] == now["visible"]
    with later(2 * DELAY + 2):
        after = now_of(table)
        assert after["visible"] > now["visible"]
        assert after["digest"] != now["digest"]
        words = moves_of(after)
        assert words["digests"][now["visible"]] == now["digest"], "what was seen before keeps its addresses"
        assert len(words["moves"]) == after["visible"]


def test_it_is_said_when_more_becomes_visible(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded(moves=4)
    with later(DELAY + 1):
        writer.append(rest[0])
        sent = timezone.now()
        due = datetime.fromtimestamp(now_of(table)["next_at"] / 1000, UTC)
        assert abs(due - sent - timedelta(minutes=DELAY)) < timedelta(seconds=1)
    with later(3 * DELAY):
        nothing_waits = datetime.fromtimestamp(now_of(table)["next_at"] / 1000, UTC)
        assert abs(nothing_waits - timezone.now() - timedelta(minutes=DELAY)) < timedelta(seconds=1)


def test_without_delay_a_move_is_visible_and_told_at_once(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded(moves=4, delay=0)
    (number,) = numbers([moves_topic(table.pk)])
    before = now_of(table)
    assert before["next_at"] is None
    writer.append(rest[0])
    assert numbers([moves_topic(table.pk)]) > (number,)
    assert now_of(table)["visible"] > before["visible"]


def test_with_a_delay_a_move_touches_nothing(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded(moves=4)
    topics = [moves_topic(table.pk), f"table-{table.pk}", f"tournament-{table.round.stage.tournament_id}"]
    known = numbers(topics)
    writer.append(rest[0])
    assert numbers(topics) == known


def test_an_undo_is_seen_as_late_as_a_move_and_changes_what_follows_only(recorded: Recorder) -> None:
    _event, table, writer, _rest = recorded(moves=12)
    with later(DELAY + 1):
        before = now_of(table)
        count = writer.look()["count"]
        writer.do("undo_to", n=count - 3)
        assert now_of(table) == before
    with later(2 * DELAY + 2):
        after = now_of(table)
        assert after["visible"] < before["visible"]
        assert after["digest"] != before["digest"]
        old = Client().get(before["moves"])
        assert old.status_code == 404, "what was taken back is not handed out any more"
        first = Client().get(reverse("table:watch_picture", args=[table.pk, moves_of(after)["digests"][3], 3]))
        assert first.status_code == 200


def test_another_setup_shows_nothing_of_the_old_game(recorded: Recorder) -> None:
    event, table, writer, _rest = recorded(moves=0)
    with later(DELAY + 1):
        assert now_of(table)["state"] == "live"
        set_setup(users(table)[0], Record.objects.get(), played("babylonia", 2, 7).header.setup)
        assert now_of(table)["state"] == "soon"
    with later(2 * DELAY + 2):
        assert now_of(table)["state"] == "live"


def test_a_made_up_digest_is_refused(recorded: Recorder) -> None:
    _event, table, _writer, _rest = recorded(delay=0)
    wrong = "0" * 16
    assert Client().get(reverse("table:watch_moves", args=[table.pk, wrong])).status_code == 404
    assert Client().get(reverse("table:watch_picture", args=[table.pk, wrong, 1])).status_code == 404
    right = now_of(table)["digest"]
    assert Client().get(reverse("table:watch_picture", args=[table.pk, right, 0])).status_code == 404
    assert Client().get(reverse("table:watch_picture", args=[table.pk, right, 99999])).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_everything_hidden_stays_hidden(game: str) -> None:
    """Nothing of a rack, and no face-down token: the record that spectators see has no such line at all."""
    _event, table, _writer, _rest = recorded_to(begun(game), moves=60, delay=0)
    words = moves_of(now_of(table))
    state = played(game).at(0).state
    hidden = set()
    for move in played(game).moves:
        if state.to_move == -1 and state.draw_seen_by() is not None:
            hidden.add(json.dumps(move.action.to_json()["tokens"]))
        state.apply(move.action)
    text = json.dumps(words)
    assert not any(tokens in text for tokens in hidden)
    assert words["moves"], "the moves are there"


def test_a_secret_draw_that_is_undone_or_changed_leaves_no_trace(recorded: Recorder) -> None:
    """Neither in what is shown nor in addresses, lengths and tags: nobody can tell one kind from another by them."""
    _event, table, writer, (drawn, *_rest) = recorded(moves=0, delay=0)
    start = writer.look()["count"]
    writer.do("append", lines=[drawn])
    before = everything(table), tag_of(table)
    state = played("babylonia").at(start).state
    assert state.draw_seen_by() is not None
    others = [dict(state.draw(Random(seed)).to_json()) for seed in range(3)]
    writer.do("undo_to", n=start)
    writer.do("append", lines=[others[0]])
    for other in others[1:]:
        writer.do("replace", n=start, lines=[other])
        assert (everything(table), tag_of(table)) == before


def tag_of(table: Table) -> str:
    return Client().get(reverse("table:watch_now", args=[table.pk]))["ETag"]


def test_the_organiser_may_switch_it_off(recorded: Recorder) -> None:
    event, table, _writer, _rest = recorded(delay=0)
    now = now_of(table)
    update_tournament(event.organiser, event.tournament, watchable=False)
    assert now_of(table)["state"] == "off"
    assert "not show games live" in page_of(table)
    assert Client().get(now["moves"]).status_code == 404
    assert Client().get(now["picture"]).status_code == 404
    assert "Watch live" not in Client().get(reverse("table:page", args=[table.pk])).content.decode()


def test_a_table_that_nobody_records(recorded: Recorder) -> None:
    event, table, writer, _rest = recorded(delay=0)
    abandon_record(users(table)[0], writer.record)
    assert now_of(table)["state"] == "none"
    assert "not being recorded" in page_of(table)


def test_a_finished_game_leads_to_its_replay(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded()
    writer.append(*rest)
    finish_record(users(table)[0], writer.record)
    verify_all()
    log = Record.objects.get().submission.log
    address = reverse("table:replay", args=[log.sha256])
    now = now_of(table)
    assert (now["state"], now["replay"], now["next_at"]) == ("over", address, None)
    assert now["over"], "the end is shown without delay"
    assert address in page_of(table)


def test_table_and_round_say_that_a_game_is_live(recorded: Recorder) -> None:
    event, table, writer, _rest = recorded()
    address = reverse("table:watch", args=[table.pk])
    shown = [reverse("table:page", args=[table.pk]), reverse("tournaments:round", args=[table.round_id])]
    for path, words in zip(shown, (address, ">Live<"), strict=True):
        assert words in Client().get(path).content.decode()
    update_tournament(event.organiser, event.tournament, watchable=False)
    for path, words in zip(shown, (address, ">Live<"), strict=True):
        assert words not in Client().get(path).content.decode()
    update_tournament(event.organiser, event.tournament, watchable=True)
    abandon_record(users(table)[0], writer.record)
    for path, words in zip(shown, (address, ">Live<"), strict=True):
        assert words not in Client().get(path).content.decode()


def test_a_crowd_costs_what_one_costs(recorded: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes are made once: whoever comes second causes one query for the versions."""
    monkeypatch.setattr("nabu.board.replay.kept.cache", LocMemCache("watch", {}))
    _event, table, _writer, _rest = recorded(delay=0)
    address = reverse("table:watch_now", args=[table.pk])
    now_of(table)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        for _ in range(10):
            assert Client().get(address).status_code == 200
    assert len(queries) == 10
    with (
        patch("nabu.board.watch.game.Watched._make", side_effect=AssertionError),
        patch("engine.table.table.Table.screen_picture", side_effect=AssertionError),
    ):
        now = now_of(table)
        assert Client().get(now["moves"]).status_code == 200
        assert Client().get(f"{now['picture']}?screen").status_code == 200


def test_each_language_has_its_own_words(recorded: Recorder) -> None:
    _event, table, _writer, _rest = recorded(delay=0)
    german = Client(headers={"accept-language": "de"})
    assert now_of(table)["digest"] != now_of(table, german)["digest"]


def test_where_nothing_is_kept_it_is_made_again(recorded: Recorder) -> None:
    _event, table, _writer, _rest = recorded(delay=0)
    now = now_of(table)
    words = moves_of(now)
    cache.clear()
    assert moves_of(now) == words


def test_a_private_tournament_is_followed_by_those_who_see_it(recorded: Recorder) -> None:
    event, table, _writer, _rest = recorded(delay=0)
    now = now_of(table)
    addresses = [now["moves"], now["picture"], *(reverse(f"table:{name}", args=[table.pk]) for name in WATCH)]
    Tournament.objects.update(practice=True)
    update_tournament(event.organiser, event.tournament, name="Practice event")  # so that what is kept is not for now
    stranger = signed_in(account("stranger"))
    for address in addresses:
        assert Client().get(address).status_code == 404
        assert stranger.get(address).status_code == 404
        assert signed_in(event.organiser).get(address).status_code == 200


def test_spectators_do_not_see_the_record_itself(recorded: Recorder) -> None:
    _event, _table, writer, _rest = recorded(delay=0)
    visitor, stranger = Client(), signed_in(account("stranger"))
    for name in ("record", "state", "log"):
        assert visitor.get(writer.address(name)).status_code in (302, 401)
        assert stranger.get(writer.address(name)).status_code == 404


class TestProjector:
    """A table beside the clock of its round."""

    def featured(self, table: Table) -> str:
        page = Client().get(reverse("tournaments:round_clock", args=[table.round_id])).content.decode()
        return page.partition('id="clock-featured"')[2]

    def test_whoever_keeps_score_chooses_and_undoes(self, recorded: Recorder) -> None:
        event, table, _writer, _rest = recorded()
        address = reverse("table:watch_now", args=[table.pk])
        assert address not in self.featured(table)
        client = signed_in(event.organiser)
        assert "Show on the projector" in client.get(reverse("table:page", args=[table.pk])).content.decode()
        client.post(reverse("table:projector", args=[table.pk, "show"]))
        assert address in self.featured(table)
        assert all(user.player.name in self.featured(table) for user in users(table))
        entry = AuditEntry.objects.get(action="round.featured")
        assert (entry.before, entry.after) == ({"featured": None}, {"featured": table.number})
        undo(event.organiser, entry)
        assert address not in self.featured(table)
        feature_table(event.organiser, table)
        client.post(reverse("table:projector", args=[table.pk, "remove"]))
        assert address not in self.featured(table)

    def test_nobody_else_does(self, recorded: Recorder) -> None:
        _event, table, _writer, _rest = recorded()
        with pytest.raises(NotAllowed):
            feature_table(users(table)[0], table)
        player = signed_in(users(table)[0])
        assert player.post(reverse("table:projector", args=[table.pk, "show"])).status_code == 403

    def test_only_one_table_and_only_a_published_one(self) -> None:
        event = make_event(4, table_size=2)
        event.pair()
        first, second = Table.objects.select_related("round__stage__tournament").order_by("number")
        feature_table(event.organiser, first)
        feature_table(event.organiser, second)
        assert f'data-table="{second.pk}"' in self.featured(first)
        with pytest.raises(Refused, match="another table"):
            unfeature_table(event.organiser, first)
        Round.objects.update(status=Round.Status.DRAFT)
        with pytest.raises(Refused, match="not published"):
            feature_table(event.organiser, first)


def test_the_settings_have_bounds_and_can_be_changed_by_the_api(recorded: Recorder) -> None:
    event, _table, _writer, _rest = recorded()
    with pytest.raises(Refused, match="0 to 60"):
        update_tournament(event.organiser, event.tournament, watch_delay=61)
    client = signed_in(event.organiser)
    address = f"/api/v1/tournaments/{event.tournament.pk}/"
    changed = client.patch(address, json.dumps({"watch_delay": 10, "watchable": False}), "application/json")
    assert (changed.json()["watch_delay"], changed.json()["watchable"]) == (10, False)
    assert client.patch(address, json.dumps({"watch_delay": 61}), "application/json").status_code == 400
    exported = Client().get(f"{address}export/").json()["tournament"]
    assert (exported["watch_delay"], exported["watchable"]) == (10, False)


def test_what_kind_of_answer_it_is_is_kept_with_it() -> None:
    entry = Entry((1, 2), "en", "{}", b"{}", content_type="application/json")
    assert Entry.from_bytes(entry.to_bytes()) == entry


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of two have a model."""
    use_model(monkeypatch, 2)


def chances_on(page: str) -> Any:
    """What the page says to its script."""
    found = re.search(r'<script id="replay-chances" type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


def test_without_a_model_spectators_see_no_chances(recorded: Recorder) -> None:
    _event, table, _writer, _rest = recorded(delay=0)
    assert moves_of(now_of(table))["chances"] is None
    page = page_of(table)
    assert chances_on(page) is None
    assert "chance-row" not in page


@pytest.mark.usefixtures("fitted")
def test_the_chances_go_on_with_the_game(recorded: Recorder) -> None:
    """What was said of earlier positions stays."""
    _event, table, writer, rest = recorded(delay=0)
    before, first = now_of(table), moves_of(now_of(table))["chances"]
    page = page_of(table)
    assert chances_on(page) == first
    assert 'data-replay="chance-row"' in page
    assert all(sum(point[1]) == pytest.approx(1, abs=1e-3) for point in first)
    writer.append(*rest[:-1])
    later = moves_of(now_of(table))["chances"]
    assert later[: len(first)] == first
    assert len(later) > len(first)
    assert len({tuple(point[1]) for point in later}) > 1, "the points count"
    assert moves_of(before)["chances"] == first, "an older address says what was known then"
    writer.append(rest[-1])
    words = moves_of(now_of(table))
    assert words["chances"][-1] == [len(words["moves"]), [float(place == 1) for place in words["over"]["places"]]]


@pytest.mark.usefixtures("fitted")
def test_no_chance_follows_from_what_is_hidden(recorded: Recorder) -> None:
    """The next draw of a seat in secret, as it is and as it could be as well."""
    _event, table, writer, rest = recorded(moves=0, delay=0)
    game, found = playing(writer.record.header, ["Ana", "Bo"], []), []
    number = 0
    while number < 9 or game.state.to_move != CHANCE:
        game.apply(rest[number])
        game.apply_forced()
        number += 1
    other = game.state.draw(Random(1)).to_json()
    assert other != rest[number]
    writer.append(*rest[:number])
    for line in (rest[number], other):
        writer.append(line)
        found.append(moves_of(now_of(table))["chances"])
        writer.do("undo_to", n=len(game.moves))
    assert found[0] == found[1]
    assert found[0]


def picture_of_link(table: Table, move: int) -> tuple[str | None, bytes]:
    """The version of the picture of a link to that move, and the picture that anybody gets once it was drawn."""
    kind, subject = KINDS["watch"], f"{table.pk}-{move}"
    tasks.draw("watch", subject, "en")
    version = kind.current(subject, "en")
    answer = Client().get(reverse("link_picture", args=["watch", subject, "en", version or "0" * 16]))
    return version, answer.content


def test_the_picture_of_a_link_shows_no_move_before_its_time(recorded: Recorder) -> None:
    _event, table, writer, rest = recorded(moves=8)
    assert picture_of_link(table, 99) == (None, b""), "nothing is old enough yet"
    with later(DELAY + 1):
        before = picture_of_link(table, 99)
        assert before[1].startswith(b"\x89PNG")
        assert before[0] == now_of(table)["digest"]
        writer.append(*rest[:3])
        assert picture_of_link(table, 99) == before
        assert re.search(rf'og:image" content="[^"]*/pictures/watch/{table.pk}-\d+/en/{before[0]}.png', page_of(table))
    with later(2 * DELAY + 2):
        after = picture_of_link(table, 99)
        assert after[0] == now_of(table)["digest"]
        assert after[1] != before[1]


def test_a_picture_that_was_drawn_too_early_is_not_handed_out(recorded: Recorder) -> None:
    event, table, _writer, _rest = recorded(delay=0)
    version, drawn = picture_of_link(table, 99)
    assert drawn.startswith(b"\x89PNG")
    update_tournament(event.organiser, event.tournament, watch_delay=DELAY)
    address = reverse("link_picture", args=["watch", f"{table.pk}-99", "en", version])
    assert Client().get(address).status_code == 302
    update_tournament(event.organiser, event.tournament, watch_delay=0)
    assert Client().get(address).content == drawn
    update_tournament(event.organiser, event.tournament, watchable=False)
    assert Client().get(address).status_code == 302


def test_a_picture_of_a_link_has_the_language_of_its_address(recorded: Recorder) -> None:
    _event, table, _writer, _rest = recorded(delay=0)
    kind, subject = KINDS["watch"], f"{table.pk}-99"
    with override("es"):
        assert tasks.draw("watch", subject, "de")
    address = reverse("link_picture", args=["watch", subject, "de", kind.current(subject, "de")])
    for language in ("en", "de"):
        assert Client(headers={"accept-language": language}).get(address).status_code == 200
