"""What an environment variable can hold: each kind says it in words and reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ

from nabu.core.settings_checks import is_push_key

T = TypeVar("T")

YES, NO = ("1", "true", "yes", "y", "on", "ok"), ("0", "false", "no", "n", "off")
SHORTEST_TOKEN = 20
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
STORE_OPTIONS = {"region", "scheme", "endpoint_override", "tls_ca_file_path"}
"""Of the address of an object store, as `pyarrow.fs.FileSystem.from_uri` knows them."""
DATABASES = ("sqlite", "postgres", "postgresql", "psql", "pgsql")

_NAME = r"(?:[a-z0-9_*-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])"
_ORIGIN = re.compile(rf"https?://{_NAME}(?::[0-9]+)?/?", re.IGNORECASE)
_BIND = re.compile(rf"unix:/.+|(?:{_NAME})?:([0-9]+)", re.IGNORECASE)
_RATE = re.compile(r"[1-9][0-9]{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)")


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """`must_be` completes "it must be"; `read` makes the value, and raises ValueError for anything else.

    What is `secret` is never repeated in a message.
    """

    must_be: str
    read: Callable[[str], T]
    secret: bool = False


def whole(least: int, most: int) -> Kind[int]:
    """A whole number in this range, both ends included."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]+", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return Kind(f"a whole number from {least:,} to {most:,}", read)


def number(least: float, most: float) -> Kind[float]:
    """A number in this range, both ends included."""

    def read(text: str) -> float:
        if not least <= float(text) <= most:  # neither is "nan"
            raise ValueError
        return float(text)

    return Kind(f"a number from {least:,} to {most:,}", read)


def choice(*names: str) -> Kind[str]:
    """One of these words, in capitals or not."""

    def read(text: str) -> str:
        return {name.casefold(): name for name in names}.get(text.casefold()) or _refuse()

    return Kind(" or ".join(filter(None, (", ".join(names[:-1]), names[-1]))), read)


def text(must_be: str, fits: Callable[[str], Any], *, secret: bool = False) -> Kind[str]:
    """A text that fits; `fits` may also raise ValueError."""
    return Kind(must_be, lambda given: given if fits(given) else _refuse(), secret)


def _refuse() -> str:
    raise ValueError


def _switch(given: str) -> bool:
    if given.casefold() not in (*YES, *NO):
        raise ValueError
    return given.casefold() in YES


def _words(given: str) -> list[str]:
    return [word.strip() for word in given.split(",")]


def _origins(given: str) -> list[str]:
    found = _words(given)
    if not all(_ORIGIN.fullmatch(origin) and _has_real_port(origin) for origin in found):
        raise ValueError
    return [origin.rstrip("/") for origin in found]


def _has_real_port(address: str) -> bool:
    """Raises ValueError, as Python does, for a port that is none."""
    return urlsplit(address).port != 0


def _is_zone(name: str) -> bool:
    try:
        return bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, OSError):  # a folder of zones, like "Europe"
        return False


def _is_place(given: str) -> bool:
    if "://" not in given:
        return given.isprintable()
    parts = urlsplit(given)
    options = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    return (
        parts.scheme == "s3"
        and re.fullmatch(r"[!-~]+", given) is not None  # no spaces
        # Without "@": keys are no part of an address that pages and logs show.
        and re.fullmatch(r"[a-z0-9][a-z0-9.-]+[a-z0-9]", parts.netloc) is not None
        and not parts.fragment
        and options.keys() <= STORE_OPTIONS
        and set(options.get("scheme", [])) <= {"http", "https"}
    )


def _is_bind(given: str) -> bool:
    found = _BIND.fullmatch(given)
    return found is not None and (found[1] is None or 0 < int(found[1]) < 65536)


def _is_mail_address(given: str) -> bool:
    return given.isprintable() and re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(given)[1]) is not None


def _is_contact(given: str) -> bool:
    if given.startswith("https://"):
        return given.isprintable() and " " not in given and bool(urlsplit(given).hostname)
    return re.fullmatch(r"[^@\s]+@[^@\s]+", given) is not None


def _database(url: str) -> dict[str, Any]:
    if urlsplit(url).scheme not in DATABASES:
        raise ValueError
    found: dict[str, Any] = environ.Env.db_url_config(url)
    if found["NAME"] in ("", ":memory:"):
        raise ValueError
    return found


def _is_broker(url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return not parts.netloc and len(parts.path) > 1
    number_of_database = parts.path.strip("/")
    named = parts.scheme in ("redis", "rediss") and bool(parts.hostname) and _has_real_port(url)
    return named and (not number_of_database or number_of_database.isdigit())


def _mail(url: str) -> dict[str, Any]:
    found: dict[str, Any] = environ.Env.email_url_config(url)
    if urlsplit(url).scheme.startswith("smtp") and not found["EMAIL_HOST"]:
        raise ValueError
    return found


SWITCH: Kind[bool] = Kind("1 or 0", _switch)
ANY_TEXT = text("a text", str.isprintable)
SECRET_TEXT = text("a text", str.isprintable, secret=True)
TOKEN = text(f"random and at least {SHORTEST_TOKEN} characters long", lambda t: len(t) >= SHORTEST_TOKEN, secret=True)
PUSH_KEY = text("a key that `python manage.py make_push_key` prints", is_push_key, secret=True)
FOLDER = text("a path", str.isprintable)
NAMES: Kind[list[str]] = Kind("names, separated by commas", _words)
ORIGINS: Kind[list[str]] = Kind("addresses like https://name, separated by commas", _origins)
ADDRESS = text("an address like https://nabu.example.org", lambda t: _ORIGIN.fullmatch(t) and _has_real_port(t))
# Somebody may have written keys into it.
PLACE = text("a path, or s3://bucket/folder?region=… without keys", _is_place, secret=True)
PLACE_OR_OFF = text("a path, s3://bucket/folder?region=… without keys, or off", _is_place, secret=True)
LEVEL = choice(*LEVELS)
ZONE = text("the name of a time zone, like Europe/Berlin", _is_zone)
RATE = text("a number of requests and a unit of time, like 120/min", _RATE.fullmatch)
BIND = text("an address and a port, like 127.0.0.1:8000, or unix:/path", _is_bind)
MAIL_ADDRESS = text("a mail address, like nabu@example.org or Nabu <nabu@example.org>", _is_mail_address)
CONTACT = text("a mail address or an address that begins with https://", _is_contact)
DATABASE: Kind[Mapping[str, Any]] = Kind(
    "an address like postgresql://user:password@host:5432/name or sqlite:////path, where special characters of the "
    "password are written like %2F",
    _database,
    secret=True,
)
BROKER = text("an address like redis://host:6379/0, rediss://… or unix:///path", _is_broker, secret=True)
MAIL_SERVER: Kind[Mapping[str, Any]] = Kind(
    "an address like smtp+tls://user:password@host:587, where special characters of the password are written like %2F",
    _mail,
    secret=True,
)
