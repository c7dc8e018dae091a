"""Log lines that say where they come from: the request, its account, the task, the job.

A line is one JSON object, or text for people (NABU_LOG_FORMAT). Nothing has to pass these values on: they belong to
what is being done just now.
"""

from __future__ import annotations

import json
import logging
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TextIO

Fields = dict[str, Any]

_context: ContextVar[Mapping[str, Any]] = ContextVar("log_context", default=MappingProxyType({}))


@contextmanager
def log_context(**fields: Any) -> Iterator[None]:
    """Every line that is logged inside has these fields too. A function is called when a line is written."""
    before = _context.get()
    _context.set({**before, **fields})
    try:
        yield
    finally:
        _context.set(before)


def replace_log_context(**fields: Any) -> None:
    """From now on lines have these fields and no others, until they are replaced again."""
    _context.set(fields)


def current_fields() -> Fields:
    """The fields of the lines that are logged now."""
    found = {name: value() if callable(value) else value for name, value in _context.get().items()}
    return {name: value for name, value in found.items() if value not in (None, "")}


def origin() -> Fields:
    """What a job remembers of whoever asks for it now: the request and its account."""
    return {name: value for name, value in current_fields().items() if name in ("request", "user")}


def one_line(text: str) -> str:
    """Text of a stranger that cannot begin a line of its own in the log."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def log_settings(form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING, for gunicorn too: everything goes to standard error in one form."""
    # A site on which nothing happens has nothing to say: beat sends three tasks every 15 seconds, and two lines about
    # each were 8 MB a day. What a task has done is said by its job, or by `nabu.celery`.
    of_celery = {"level": level if level == "DEBUG" else "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATTERS[form]}},
        "handlers": {"console": {"()": StandardError, "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # What is refused has its one line anyway; an error of ours has its traceback from here.
            "django.request": {"level": "ERROR"},
            "gunicorn.error": {"handlers": [], "propagate": True},
            # Our own line of a request knows more.
            "gunicorn.access": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "celery.worker.strategy": of_celery,
            "celery.app.trace": of_celery,
            "celery.beat": of_celery,
            "axes": {"level": "WARNING"},
        },
    }


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if trace := _trace(self, record):
            line["traceback"] = trace
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """A line for people; a traceback follows it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = " ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {record.getMessage()}"
        return "\n".join(filter(None, (f"{line} [{fields}]" if fields else line, _trace(self, record))))


FORMATTERS: dict[str, Callable[[], logging.Formatter]] = {"json": JsonLines, "text": TextLines}


class StandardError(logging.StreamHandler[TextIO]):
    """Writes to standard error, which the supervisor of a site on one machine has led to the file NABU_LOG_FILE.

    The supervisor puts that file aside by renaming it. All processes that write there open the new one by themselves,
    so no line is lost, and none of them waits for another.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line."""
        path = os.environ.get("NABU_LOG_FILE")
        if path:
            with suppress(OSError):  # on a full disk the old file is better than none
                _follow(path)
        super().emit(record)


def _follow(path: str) -> None:
    """Lead standard output and error to the file of that name, if they go to a file that had it before."""
    now = os.fstat(2)
    if not stat.S_ISREG(now.st_mode):
        return
    with suppress(FileNotFoundError):
        if os.path.samestat(now, os.stat(path)):
            return
    both = os.path.samestat(now, os.fstat(1))
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    os.dup2(descriptor, 2)
    if both:
        os.dup2(descriptor, 1)
    os.close(descriptor)


def _fields(record: logging.LogRecord) -> Fields:
    return {**current_fields(), **getattr(record, "fields", {})}


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """The traceback, unless it belongs to a request that was refused: nothing is wrong with us then."""
    if not record.exc_info or not record.exc_info[0] or getattr(record, "status_code", 500) < 500:
        return ""
    return formatter.formatException(record.exc_info)
