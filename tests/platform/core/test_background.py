"""What computes is nice and beside, what writes is not nice: the child of a process, and the guard of the databases."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from analytics.experiments import ArmPlan, Plan, play_games
from analytics.facts import extract_facts
from analytics.files import Files
from analytics.games import VerifiedGame
from analytics.rating_quality.evaluation import GameResult
from analytics.rating_quality.report import report_on
from analytics.store import GameStore
from analytics.upkeep import fingerprints_in, needs_fit, with_games
from engine.component_files import read_component_file
from engine.log.digest import game_digests
from engine.registry import get_game
from engine.simulate import play
from nabu.accounts.players.models import User
from nabu.board.reviews.judging import find
from nabu.catalogue.games.library import library_of
from nabu.catalogue.games.one_set import OneSet
from nabu.core.background import NICE, Background, ChildDied, _dumps
from nabu.core.write_guard import MOST_NICE, NiceWriter
from tests.cases import each
from tests.platform.scenario import account, component_file

COMPUTE = Background.compute
"""As it is, before tests compute here (`tests.conftest.compute_here`)."""


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    found = Background()
    yield found
    found.stop()


@pytest.fixture
def compute(background: Background) -> Callable[..., Any]:
    return lambda function, *args, **kwargs: COMPUTE(background, function, args, kwargs)


def test_a_child_computes_and_is_nice_in_a_session_of_its_own(compute: Callable[..., Any]) -> None:
    child = compute(os.getpid)
    assert child == compute(os.getpid) != os.getpid()
    assert compute(os.nice, 0) == min(19, os.nice(0) + NICE)
    assert compute(os.getsid, 0) == child
    game = get_game("babylonia")
    of_a_set = {"components": game.components(game.component_sets[-1])}
    here = play("babylonia", 2, "base", ["random"], "1", **of_a_set)
    assert compute(play, "babylonia", 2, "base", ["random"], "1", **of_a_set) == here


def test_errors_pass_through_and_the_child_lives(compute: Callable[..., Any]) -> None:
    child = compute(os.getpid)
    with pytest.raises(KeyError, match="chess") as caught:
        compute(play, "chess", 2, "base", ["random"], "1")
    assert "engine/registry.py" in caught.value.__notes__[0]
    assert compute(os.getpid) == child


def test_a_child_that_was_killed_is_replaced_and_one_that_dies_at_work_is_an_error(compute: Callable[..., Any]) -> None:
    os.kill(compute(os.getpid), signal.SIGKILL)
    assert compute(os.nice, 0) == min(19, os.nice(0) + NICE)
    with pytest.raises(ChildDied):
        compute(os._exit, 1)
    assert compute(abs, -1) == 1


def test_a_time_limit_ends_the_child(compute: Callable[..., Any], background: Background) -> None:
    class TimeLimit(BaseException):
        pass

    class Limited:
        """The pipe to the child; the limit is reached when it has begun."""

        def __init__(self) -> None:
            self.pipe = background.connection
            self.begun = False

        def __getattr__(self, name: str) -> Any:
            return getattr(self.pipe, name)

        def recv_bytes(self) -> bytes:
            if self.begun:
                raise TimeLimit
            self.begun = True
            return self.pipe.recv_bytes()

    child = compute(os.getpid)
    background.connection = Limited()  # type: ignore[assignment]
    with pytest.raises(TimeLimit):
        compute(time.sleep, 3600)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert compute(abs, -1) == 1


def test_a_forked_process_starts_a_child_of_its_own(compute: Callable[..., Any], background: Background) -> None:
    """And leaves that of its parent alone."""
    child = compute(os.getpid)
    forked = os.fork()
    if forked == 0:
        os._exit(0 if compute(os.getpid) != child else 1)
    assert os.waitpid(forked, 0)[1] == 0
    assert compute(os.getpid) == child


def test_everything_that_is_computed_there_can_be(compute: Callable[..., Any], tmp_path: Path) -> None:
    """Without Django's apps, with arguments and answers that go through a pipe."""
    game, components = read_component_file(component_file("mine"))
    log = play("babylonia", 2, "base", ["random"], "1", components=components, as_people=True).log
    library = OneSet(components)
    report, facts = compute(extract_facts, log, library)
    assert (report, facts) == extract_facts(log, library)
    assert report.verdict == "verified"
    assert compute(game_digests, log, library) == game_digests(log, library)
    unreadable = OneSet(problems=("$.tiles: too few",))
    assert compute(extract_facts, log, unreadable)[0] == extract_facts(log, unreadable)[0]

    # What needs pandas is not computed here: its import alone would take longer than all other tests of this file.
    arm = ArmPlan("base", {}, components)
    plan, store = Plan("babylonia", 2, ("random",), "1", (arm, arm)), GameStore(Files(str(tmp_path)))
    game = VerifiedGame(7, 3, 0, facts, [1, 2], [None, None], [0, 0], fingerprint=5)
    for work in (
        (play_games, plan, 0, 2),
        (fingerprints_in, store, 3),
        (with_games, store, [game], {7}),
        (needs_fit, store, None),
        (report_on, [GameResult([1, 2], [1, 2])]),
    ):
        again = pickle.loads(_dumps(work))
        assert again[0] == work[0]
        assert _dumps(again) == _dumps(work)


def test_reviews_can_be_made_there(compute: Callable[..., Any]) -> None:
    """Without the bot that takes its time: a forced choice of its log has none to compare."""
    log = play("babylonia", 2, "base", ["random"], "1", as_people=True).log
    with pytest.raises(IndexError):
        compute(find, log, OneSet(), 10_000, 1)


@each("log", [b"", b"[]", b"{}\n", b'{"game": 1, "components_sha256": []}', b"\xff"])
def test_a_log_that_names_no_set_needs_none(log: bytes) -> None:
    assert library_of(log) == OneSet()


@pytest.mark.django_db
def test_a_nice_process_that_writes_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """On both databases, inside a transaction and outside, and whoever only reads does not."""
    account("ana")
    monkeypatch.setenv(MOST_NICE, str(os.nice(0) - 1))
    assert User.objects.filter(username="ana").exists()
    for write in (
        lambda: User.objects.update(first_name="A"),
        lambda: User.objects.filter(username="ana").delete(),
        lambda: User.objects.create(username="bo"),
    ):
        with pytest.raises(NiceWriter), transaction.atomic():
            write()
    if connection.features.has_select_for_update:
        with pytest.raises(NiceWriter):
            list(User.objects.select_for_update())


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"] != "nabu.core.sqlite", reason="SQLite locks when one begins"
)
def test_a_nice_process_begins_no_transaction_that_locks_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MOST_NICE, str(os.nice(0) - 1))
    with pytest.raises(NiceWriter), transaction.atomic():
        pytest.fail("it has begun")
    monkeypatch.undo()
    account("ana")
