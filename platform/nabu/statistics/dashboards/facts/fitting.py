"""Fitting the model of a game (P(win) from ratings and from the position) and counting its sums with it.

A fit takes seconds, and what follows a while: the sums of every part are counted anew, by jobs that any worker of any
host takes (`nabu.statistics.store.recounts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from analytics import upkeep
from analytics.parts import Part, recounted
from analytics.store import GameStore
from engine.game import Game
from engine.message import Message
from nabu.contests.ratings.queries import temperature_of
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.job_kinds import RECOUNT
from nabu.statistics.dashboards.facts.refresh import key_of
from nabu.statistics.store import recounts
from nabu.statistics.store.lists import Listed, listed, listed_for_writing
from nabu.web.jobs.asking import Payload, ask_all, live_jobs
from nabu.web.jobs.beside_workers import do_beside_workers
from nabu.web.jobs.running import Progress

GAMES_A_JOB = 5_000
"""So many games are counted by one job, or those of one part if it has more: some seconds."""


class Stopped(Exception):
    """The sums stay as they were."""


def needs_fit(game: Game) -> bool:
    """Whether there are enough new games, or ratings are trusted otherwise than before. Raises StatisticsAway."""
    store = recounts.with_wanted_model(listed(key_of(game)))
    return compute(upkeep.needs_fit, store, temperature_of(game.key))


def fitted(game: Game) -> tuple[Listed, GameStore]:
    """The store, and the same with the model of the latest games that count. Raises StatisticsAway."""
    before = listed_for_writing(key_of(game))
    return before, compute(upkeep.with_fitted_model, before.store, temperature_of(game.key))


def begin_recount(before: Listed, after: GameStore) -> None:
    """Have all sums counted with the model of `after`, instead of what was being counted before."""
    go_on(recounts.begin(before, after))


def go_on(number: int, counted: Sequence[Part] = ()) -> None:
    """Note parts with their new sums, and ask for the parts that are left and that no job has. In the caller's
    transaction."""
    left = recounts.go_on(number, counted)
    if left:
        asked_for = live_jobs(RECOUNT).filter(payload__recount=number).values_list("payload", flat=True)
        taken = {name for payload in asked_for for name in payload["parts"]}
        ask_all(RECOUNT, list(_jobs(number, [part for part in left if part.tables not in taken])))


def count_parts(progress: Progress) -> None:
    """Count the sums of some parts, as the payload says. Those that hold no more, or are counted, are left out. Raises
    StatisticsAway."""
    number, mine = progress.job.payload["recount"], set(progress.job.payload["parts"])
    counted: list[Part] = []
    while True:
        # Asked before every part: the recount may have been stopped.
        wanted = recounts.wanted(number)
        done = {part.tables for part in counted}
        todo = [part for part in wanted.left if part.tables in mine - done] if wanted else []
        if not wanted or not todo:
            break
        total = len(counted) + len(todo)
        progress.step(len(counted), total, Message("recount.parts", {"done": len(counted), "total": total}))
        counted.append(compute(recounted, wanted.store.files, todo[0], wanted.store.model))
    with progress.last_step():
        go_on(number, counted)


def fit_beside_workers(game: Game) -> Iterator[int]:
    """Fit, and count all sums with the workers' help. Yields how many parts are left, again and again. Raises
    StatisticsAway, or Stopped."""
    begin_recount(*fitted(game))
    while recount := recounts.of(key_of(game)):
        if recount.stopped_at is not None:
            raise Stopped(f"{game.key}: the recount was stopped, or a part cannot be counted")
        with transaction.atomic():
            go_on(recount.pk)  # whatever has become of a job, its parts are asked for
        jobs = live_jobs(RECOUNT).filter(payload__recount=recount.pk)
        for _left in do_beside_workers(list(jobs.values_list("pk", flat=True))):
            wanted = recounts.wanted(recount.pk)
            yield len(wanted.left) if wanted else 0


def fit_if_grown(game: Game) -> bool:
    """Fit and count anew if that is needed, with the workers' help. Returns whether it was."""
    if not needs_fit(game):
        return False
    for _left in fit_beside_workers(game):
        pass
    return True


def _jobs(number: int, parts: Sequence[Part]) -> Iterator[tuple[str, Payload]]:
    """The parts in their order, so many in each job that it has enough to do: its key and its payload."""
    names: list[str] = []
    games = 0
    for part in parts:
        names.append(part.tables)
        games += part.games
        if games >= GAMES_A_JOB or part is parts[-1]:
            yield f"recount:{number}:{names[0]}", {"recount": number, "parts": names}
            names, games = [], 0
