"""What is computed from the results of a stage, as it was computed last: kept until something of it changes.

Pages of the standings, the API, breakdowns, prizes and the projector read the same ranking. It is a plain value that
nobody changes, in the memory of each process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar, cast

from django.conf import settings

from nabu.accounts.versions.services import numbers
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.topics import results_topics
from nabu.web.shared_pages.making import known_before
from nabu.web.shared_pages.memory import Memory
from nabu.web.shared_pages.store import in_transaction

MOST = 120
"""Values in the memory of a process: a ranking of 500 players after nine rounds takes some megabytes."""

T = TypeVar("T")
Key = tuple[str, int, int | None]

MOST_SMALL = 4000
"""The same for values of a few hundred bytes: what a page says of one table, of one round, to one person."""

MEMORY: Memory[Any] = Memory(MOST)
SMALL: Memory[Any] = Memory(MOST_SMALL)
_lock = Lock()
_computing: dict[Key, Lock] = {}


def kept(what: str, stage: Stage, after_round: int | None, compute: Callable[[], T]) -> T:
    """What `compute` makes of the results of the stage, now or after a round; nobody may change it.

    Inside a transaction it is always computed: what is read there may be taken back.
    """
    topics = results_topics(stage.tournament_id)
    return compute() if topics is None else kept_under((what, stage.pk, after_round), topics, compute)


def kept_small(key: Key, topics: Sequence[str], compute: Callable[[], T]) -> T:
    """The same for a small value."""
    return kept_under(key, topics, compute, SMALL)


def kept_under(key: Key, topics: Sequence[str], compute: Callable[[], T], memory: Memory[Any] = MEMORY) -> T:
    """What `compute` makes of these topics; nobody may change it. Inside a transaction it is always computed."""
    if in_transaction() or not settings.NABU_SHARED_PAGES:
        return compute()
    known = _versions(topics)
    value = memory.find(key, known)
    if value is None:
        # Several threads want it after each change: one computes, the others have it then.
        with _lock:
            computing = _computing.setdefault(key, Lock())
        with computing:
            value = memory.find(key, known)
            if value is None:
                value = compute()
                memory.keep(key, known, value)
        with _lock:
            _computing.pop(key, None)
    return cast(T, value)


def _versions(topics: Sequence[str]) -> tuple[int, ...]:
    """Those that the page being made was begun with, as far as it knows them: it shows nothing older."""
    known = known_before().versions
    return tuple(known[topic] for topic in topics) if known.keys() >= set(topics) else numbers(topics)


def kept_each(topics: Mapping[Key, str], compute: Callable[[list[Key]], Mapping[Key, T]]) -> dict[Key, T]:
    """Several values, each of one topic; `compute` makes all those at once that are not kept."""
    if in_transaction() or not settings.NABU_SHARED_PAGES:
        return dict(compute(list(topics)))
    known = {key: (number,) for key, number in zip(topics, numbers(list(topics.values())), strict=True)}
    found = {key: value for key, version in known.items() if (value := MEMORY.find(key, version)) is not None}
    made = compute([key for key in topics if key not in found])
    for key, value in made.items():
        MEMORY.keep(key, known[key], value)
    return {**found, **made}
