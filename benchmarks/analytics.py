"""Speed and memory of the statistics, the ratings and the lab.

    python -m benchmarks.analytics [--events N ...] [--rebuild N] [--ratings N] [--lab SECONDS]

Every figure is CPU time, of all processes together, on made-up games (`made_up_games.py`: 150 score events a game) kept
in a store of 24 months. For each number of score events: putting one more game into the store, the pages of the
dashboards from a request to the last byte, cold (nothing read yet) and warm, and what they are read from. `--rebuild N`
makes a store of N events and counts all its sums anew, part by part.
Peak memory is that of a process of its own for each number of events.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import pickle
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any

MONTHS = [100 * year + month for year in (2024, 2025) for month in range(1, 13)]
GAME = "babylonia"
LIST = "store.pickle"
TIMES = 5
SHOWN = (1, 5000)
"""The players whose pages are asked for: the one with most games, and one with few."""
PAIRS = ((1, 2), (1, 5000), (5000, 5001))
"""Those who are shown side by side."""


def main() -> None:
    """Each part in a process of its own, so that its peak memory is its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, nargs="*", default=[10_000, 1_000_000, 10_000_000])
    parser.add_argument("--rebuild", type=int, default=1_000_000)
    parser.add_argument("--ratings", type=int, default=100_000)
    parser.add_argument("--lab", type=float, default=4.0, help="seconds for each game title")
    options = parser.parse_args()
    for events in options.events:
        alone(pages, events)
    if options.rebuild:
        with tempfile.TemporaryDirectory() as folder:
            alone(fill, Path(folder) / "babylonia", options.rebuild)
            alone(rebuild, Path(folder) / "babylonia", options.rebuild)
    if options.ratings:
        alone(ratings, options.ratings)
    if options.lab:
        alone(lab, options.lab)


def alone(part: Callable[..., None], *arguments: Any) -> None:
    """Run a part in a new process and say how much memory it has taken."""
    process = multiprocessing.get_context("spawn").Process(target=measured, args=(part, *arguments))
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(process.exitcode)


def measured(part: Callable[..., None], *arguments: Any) -> None:
    """The part, then its peak memory, and that of the largest of the processes that it has started."""
    part(*arguments)
    own, child = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"  peak memory of this part: {own:.0f} MiB, of a process of it: {child:.0f} MiB\n", flush=True)


def cpu() -> float:
    """The CPU seconds of this process and those that it has started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(work: Callable[[], object]) -> float:
    """CPU seconds."""
    start = cpu()
    work()
    return cpu() - start


def line(what: str, *figures: str) -> None:
    """One line of the report."""
    print(f"  {what:58} {'  '.join(figures)}", flush=True)


def ms(seconds: float) -> str:
    """Milliseconds."""
    return f"{1000 * seconds:8.1f} ms"


def made_up_months(events: int) -> Iterator[Any]:
    """The frames of each month, as many games in each."""
    from benchmarks.made_up_games import EVENTS_A_GAME, made_up_frames

    games = max(len(MONTHS), events // EVENTS_A_GAME)
    for number, month in enumerate(MONTHS):
        first, last = games * number // len(MONTHS), games * (number + 1) // len(MONTHS)
        yield made_up_frames(last - first, month, first + 1, seed=1)


def pages(events: int) -> None:
    """Ingest and pages over a store of so many score events."""
    from benchmarks.made_up_games import made_up_frames

    folder = tempfile.TemporaryDirectory()
    set_up_django(folder.name)
    from django.test import Client
    from django.utils import timezone

    from analytics.model import fit_model
    from analytics.parts import files_of
    from analytics.store import GameStore
    from analytics.upkeep import latest_frames
    from nabu.statistics.store.lists import enter, listed_for_writing
    from nabu.statistics.store.models import Store, StoredPart

    print(f"{events:,} score events")
    tournaments = count(1)

    def put(frames: Any) -> None:
        before = listed_for_writing(GAME)
        assert enter(before, before.store.updated(frames), next(tournaments))

    line("fill the store, month by month", f"{timed(lambda: [put(part) for part in made_up_months(events)]):8.1f} s ")

    def fit() -> None:
        before = listed_for_writing(GAME)
        fitted: GameStore = before.store.with_model(fit_model(latest_frames(before.store), 150.0)).recounted()
        StoredPart.objects.filter(store=before.row).delete()
        StoredPart.objects.bulk_create(StoredPart(store_id=before.row, **part._asdict()) for part in fitted.version)
        Store.objects.filter(pk=before.row).update(model=fitted.content.model, changed_at=timezone.now())

    line("fit the model and count all sums anew", f"{timed(fit):8.1f} s ")
    new = [made_up_frames(1, MONTHS[-1], 10**9 + number, seed=2) for number in range(TIMES)]
    line("put one more game in", ms(statistics.median(timed(lambda one=one: put(one)) for one in new)))
    batch = made_up_frames(30, MONTHS[-1], 2 * 10**9, seed=2)
    line("put 30 more games of one job in", ms(timed(lambda: put(batch))))
    store = listed_for_writing(GAME).store
    names = [name for part in store.version for name in files_of(part)]
    sizes = {name: Path(path).stat().st_size for name, path in zip(names, store.files.paths(names), strict=True)}
    sums = sum(size for name, size in sizes.items() if name.startswith("sums"))
    line("on disk: everything, the sums of it", f"{sum(sizes.values()) / 2**20:.1f} MiB", f"{sums / 2**20:.2f} MiB")
    forget_everything()
    tournament = people()
    client = Client()
    paths = [f"/dashboards/babylonia/{page}" for page in ("", "cards/", "seats/", "openings/", "variants/")]
    filtered = [f"{path}?players=4&band=3&since={MONTHS[-6]}" for path in paths]
    lists = [f"/dashboards/babylonia/{page}/" for page in ("players", "games")]
    of_players = [f"/players/{player}/statistics/babylonia/" for player in SHOWN]
    of_players += [
        f"/players/{player}/statistics/babylonia/{page}/" for page in ("board", "openings") for player in SHOWN
    ]
    of_players += [f"/players/{player}/statistics/babylonia/against/{other}/" for player, other in PAIRS]
    of_one = [f"/tournaments/{tournament}/dashboard/{page}" for page in ("", "cards/", "seats/")]
    for path in [*paths, *filtered, *lists, *of_players, *of_one]:
        cold = timed(lambda path=path: ok(client, path))
        warm = statistics.median(timed(lambda path=path: ok(client, path)) for _ in range(TIMES))
        line(f"GET {path}", ms(cold), ms(warm))
    path = "/dashboards/babylonia/players.csv"
    line(f"GET {path}", ms(timed(lambda: ok(client, path))))
    folder.cleanup()


def forget_everything() -> None:
    """As in a new process, nothing of the store was read yet."""
    from analytics import parts, store

    for kept in (parts._whole, parts._groups_of, store._all_games, store._people, store._all_sums, store._read_model):
        kept.cache_clear()


def people() -> int:
    """The players of the made-up games with ratings, and one of their tournaments, whose number comes back."""
    from django.utils import timezone

    from benchmarks.made_up_games import PLAYERS
    from nabu.accounts.players.models import Player, User
    from nabu.contests.ratings.models import Rating
    from nabu.contests.tournaments.models import Entry, Tournament

    rng = Random(1)
    numbers = range(1, PLAYERS + 1)
    Player.objects.bulk_create(Player(pk=number, name=f"Player {number}") for number in numbers)
    Rating.objects.bulk_create(
        Rating(player_id=number, game="babylonia", value=rng.gauss(1500, 120), games=100, mu=25, sigma=2,
               last_game_at=timezone.now())
        for number in numbers
    )  # fmt: skip
    organiser = User.objects.create_user("organiser")
    [tournament] = Tournament.objects.bulk_create(
        [Tournament(pk=2, name="Open", game="babylonia", ruleset="base", components="base", organiser=organiser,
                    status=Tournament.Status.FINISHED)]
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player_id=number, seed=seed)
        for seed, number in enumerate(sorted({*SHOWN, *chain(*PAIRS)}), start=1)
    )
    return tournament.pk


def ok(client: Any, path: str) -> None:
    """Reads a page to its last byte. Raises AssertionError unless it comes."""
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    assert response.getvalue()


def set_up_django(folder: str) -> None:
    """A site with an empty database in this folder."""
    os.environ |= {"NABU_LOCAL": "1", "NABU_VAR": folder, "DJANGO_SETTINGS_MODULE": "nabu.settings"}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    logging.disable()
    call_command("migrate", verbosity=0)


def rebuild(folder: Path, events: int) -> None:
    """Count the sums of a store of so many score events anew."""
    from dataclasses import replace

    store = read(folder)
    print(f"{events:,} score events: all sums anew")
    size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    line("on disk", f"{size / 2**20:.0f} MiB")
    began = time.perf_counter()
    spent = timed(lambda: store.with_model(replace(store.model, temperature=150.0)).recounted())
    line("rebuild: CPU, by the clock", f"{spent:8.1f} s ", f"{time.perf_counter() - began:8.1f} s ")


def fill(folder: Path, events: int) -> None:
    """Fill a store whose model knows the position; in a process of its own, because making games up takes memory."""
    from analytics.files import Files
    from analytics.model import fit_model
    from analytics.store import GameStore

    months = made_up_months(events)
    first = next(months)
    store = GameStore(Files(str(folder))).with_model(fit_model(first.of_games(first.games["game_id"][:5_000]), 150.0))
    for month in chain([first], months):
        store = store.updated(month)
    (folder / LIST).write_bytes(pickle.dumps(store))


def read(folder: Path) -> Any:
    """The store that `fill` has filled."""
    return pickle.loads((folder / LIST).read_bytes())


def ratings(games: int) -> None:
    """Rate so many games of 2,000 players: the public rating, and the second one."""
    from competition.ratings.elo import START, k_factor, rate
    from competition.ratings.uncertainty import SkillEstimate, update_estimates

    rng = Random(1)
    people = [rng.sample(range(2000), rng.choice((2, 3, 4))) for _ in range(games)]
    value, experience = [START] * 2000, [0] * 2000

    def elo() -> None:
        for table in people:
            changes = rate(
                [value[p] for p in table], range(1, len(table) + 1), [k_factor(experience[p]) for p in table]
            )
            for player, change in zip(table, changes, strict=True):
                value[player] = change.after
                experience[player] += 1

    print(f"{games:,} rated games")
    line("pairwise Elo", f"{timed(elo):8.1f} s ")
    estimates = [SkillEstimate()] * 2000

    def second() -> None:
        for table in people:
            after = update_estimates([estimates[p] for p in table], range(1, len(table) + 1))
            for player, estimate in zip(table, after, strict=True):
                estimates[player] = estimate

    line("second rating", f"{timed(second):8.1f} s ")


def lab(seconds: float) -> None:
    """Games a second that one worker plays and replays for an experiment."""
    from analytics.experiments import ArmPlan, Plan, play_games
    from engine.registry import GAMES

    print("experiments: games a second of one worker, greedy bots, played and replayed")
    for game in GAMES.values():
        ruleset = game.rulesets[0]
        arm = ArmPlan(ruleset, {}, game.components(game.component_sets[0]))
        for players in (min(game.player_counts), max(game.player_counts)):
            plan = Plan(game.key, players, ("greedy",), "benchmark", (arm,))
            played, spent = 0, 0.0
            while spent < seconds / 2:
                spent += timed(lambda plan=plan, first=played: play_games(plan, first, 10))
                played += 10
            line(f"{game.title}, {players} players", f"{played / spent:8.1f} games/s")


if __name__ == "__main__":
    main()
