"""Computing that can wait, in a nice process beside this one.

Whoever writes to the database must never be nice: while it has the lock and gets no processor, everybody else waits for
it. So a process that writes hands what takes long to a child of its own, which is nice, knows no database, and answers
over a pipe. What people wait for is computed where it is asked for.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from engine.game import ComponentSet
from engine.registry import get_game
from nabu.core.die_with_parent import die_with_parent

P = ParamSpec("P")
T = TypeVar("T")

NICE = 10
"""Like `nice` by itself. With 19 a full hall was served no better."""

IDLE_SECONDS = 60.0
"""A child without work ends, and gives its memory back: up to 190 MB. The next one starts within a second."""


class ChildDied(RuntimeError):
    """The child ended in the middle of the work: it was killed, or there was no memory left."""


def compute(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns or raises, computed by a nice child of this process. Call it outside any transaction.

    The function is found again by its name, in a process without Django's apps. Whatever ends the waiting, a time limit
    for example, ends the child. Raises ChildDied. In processes with threads only one that stays may call this.
    """
    found: T = BACKGROUND.compute(function, args, kwargs)
    return found


def be_nice(nice: int) -> None:
    """Leave the processor to others, as far as `nice` says (0 to 19).

    Many Linux desktops and servers share it first among sessions, and only then among the processes of each: without
    the second step a nice process in a session of its own takes as much as any other (man 7 sched, autogroup).
    """
    os.nice(nice)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(os.nice(0)))


class Background:
    """The child of this process, started when there is work for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.owner = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.connection: Connection | None = None
        atexit.register(self.stop)

    def compute(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """See `nabu.core.background.compute`."""
        request = _dumps((function, args, kwargs))
        with self.lock:
            done, found = pickle.loads(self._answer_to(request))
        if done:
            return found
        raise found

    def stop(self) -> None:
        """End the child, whatever it does. A process that was forked leaves that of its parent alone."""
        process, connection = self.process, self.connection
        self.process = self.connection = None
        if connection is not None:
            connection.close()
        if process is not None and self.owner == os.getpid():
            process.kill()
            process.wait()

    def _answer_to(self, request: bytes) -> bytes:
        try:
            connection = self._begin(request)
            return connection.recv_bytes()
        except (OSError, EOFError):
            self.stop()
            raise ChildDied("the computing process ended") from None
        except BaseException:  # a time limit: nobody waits for the answer any more
            self.stop()
            raise

    def _begin(self, request: bytes) -> Connection:
        """Hand the work over. A child that ended before it began, because it was idle, is replaced by another one."""
        if self.process is not None and self.owner == os.getpid() and self.connection is not None:
            with suppress(OSError, EOFError):
                return _handed_over(self.connection, request)
        self.stop()
        return _handed_over(self._start(), request)

    def _start(self) -> Connection:
        ours, theirs = Pipe()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nabu.core.background", str(theirs.fileno()), str(os.getpid())],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Its own, so that it is nice among sessions too (`be_nice`).
                start_new_session=True,
            )
        self.owner, self.connection = os.getpid(), ours
        return ours


BACKGROUND = Background()


def _handed_over(connection: Connection, request: bytes) -> Connection:
    connection.send_bytes(request)
    connection.recv_bytes()
    return connection


class _Pickler(pickle.Pickler):
    """Component sets are compared by identity, and much is remembered about each: another process reads one once."""

    def reducer_override(self, obj: object) -> Any:
        return (_read_again, (json.dumps(obj.data),)) if isinstance(obj, ComponentSet) else NotImplemented


@lru_cache(maxsize=64)
def _read_again(text: str) -> ComponentSet:
    data = json.loads(text)
    game = get_game(data["game"])
    found = game.read_components(data)
    is_built_in = found.name in game.component_sets and game.components(found.name).sha256 == found.sha256
    return game.components(found.name) if is_built_in else found


def _dumps(what: object) -> bytes:
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(what)
    return file.getvalue()


def _work(request: bytes) -> bytes:
    """The answer to a request: whether it was done, and what came out or was raised."""
    try:
        function, args, kwargs = pickle.loads(request)
        return _dumps((True, function(*args, **kwargs)))
    except Exception as error:
        told = "".join(traceback.format_exception(error))
        try:
            error.add_note(f"In the computing process:\n{told}")
            answer = _dumps((False, error))
            pickle.loads(answer)
        except Exception:
            return _dumps((False, RuntimeError(told)))
        return answer


def _serve(handle: int, parent: int) -> None:
    die_with_parent(parent)
    be_nice(NICE)
    with Connection(handle) as connection:
        while connection.poll(IDLE_SECONDS):
            try:
                request = connection.recv_bytes()
            except EOFError:
                return
            connection.send_bytes(b"begun")
            connection.send_bytes(_work(request))


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
