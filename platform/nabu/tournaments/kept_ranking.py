"""The ranking of a stage as it was computed last: kept while nothing that it was computed from has changed.

Pages of the standings, the API, breakdowns, prizes and the projector read the same one. It is a plain value that nobody
changes, in the memory of each process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from competition.standings import Standing
from nabu.shared_pages.store import in_transaction
from nabu.tournaments.models import Stage
from nabu.tournaments.topics import results_topics
from nabu.versions.services import numbers

MOST = 24
"""Rankings in the memory of a process: of 500 players and nine rounds each takes some megabytes."""

Ranking = list[Standing]
Key = tuple[int, int | None]

_lock = Lock()
_kept: OrderedDict[Key, tuple[tuple[int, ...], Ranking]] = OrderedDict()


def kept_ranking(stage: Stage, after_round: int | None, compute: Callable[[], Ranking]) -> Ranking:
    """The ranking of the stage now or after a round; `compute` reads and computes it.

    Inside a transaction it is always computed: what is read there may be taken back.
    """
    topics = None if in_transaction() else results_topics(stage.tournament_id)
    if topics is None:
        return compute()
    key, known = (stage.pk, after_round), numbers(topics)
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
    if found is not None and found[0] == known:
        return list(found[1])
    ranking = compute()
    with _lock:
        _kept[key] = (known, ranking)
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return list(ranking)


def forget_rankings() -> None:
    """For a database in which the same numbers may mean something else."""
    with _lock:
        _kept.clear()
