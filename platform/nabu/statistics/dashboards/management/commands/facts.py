"""`manage.py facts`: look after the store of the statistics."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.store import GameStore
from engine.game import Game
from engine.registry import GAMES
from nabu.statistics.dashboards.facts.filters import public_tournaments
from nabu.statistics.dashboards.facts.fitting import Stopped, fit_beside_workers
from nabu.statistics.dashboards.facts.refresh import key_of, keys_of, refresh, store_of, stores_of, wanted_games
from nabu.statistics.dashboards.facts.services import OLD_AT_ONCE, extract_old_facts
from nabu.statistics.dashboards.facts.staleness import LOOK_AGAIN, mark_stale
from nabu.statistics.dashboards.facts.typed import typed_games
from nabu.statistics.store import recounts
from nabu.statistics.store.lists import clear
from nabu.statistics.store.models import Place
from nabu.statistics.store.place import advice, make_anew
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.beside_workers import do_beside_workers, tell_workers

ACTIONS = {
    "refresh": "put in and take out what has changed in the database (workers do this by themselves)",
    "rebuild": "forget the store and make it again from the database",
    "compare": "compare the store with the database and its sums with its tables; ends with status 1 if they differ",
    "extract": "replay the verified logs whose facts are of an older version",
    "fit": "fit the model of P(win) and count all sums anew",
    "stop": "stop counting sums anew: they stay as they are",
}
TELL_SECONDS = 5.0
"""So often those who wait read how far it is."""


class Command(BaseCommand):
    help = "Maintain the statistics store. " + "; ".join(f"{name}: {text}" for name, text in ACTIONS.items())

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=ACTIONS)
        parser.add_argument("--game", choices=GAMES, help="only this game")
        parser.add_argument(
            "--new-place",
            action="store_true",
            help="rebuild in NABU_FACTS of this machine: the old place is lost",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "extract":
            self.extract()
            return
        if options["action"] == "rebuild" and options["new_place"]:
            make_anew(Place.objects.first())
        elif found := advice():
            raise CommandError(found)
        differences: list[str] = []
        for game in [GAMES[options["game"]]] if options["game"] else GAMES.values():
            if options["action"] == "compare":
                differences += self.compare(game)
            elif options["action"] == "fit":
                try:
                    self.tell(f"{game.key}: parts to count", fit_beside_workers(game))
                except Stopped as stopped:
                    raise CommandError(str(stopped)) from None
                self.stdout.write(f"{game.key}: fitted to {store_of(game).fitted_to} games")
            elif options["action"] == "stop":
                recount = recounts.of(key_of(game))
                was_going_on = recount is not None and recounts.stop(recount.pk)
                self.stdout.write(f"{game.key}: {'stopped' if was_going_on else 'nothing is being counted'}")
            elif options["action"] == "rebuild":
                self.rebuild(game)
            else:
                self.refresh(game)
        if differences:
            raise CommandError("\n".join([*differences, "Run manage.py facts rebuild to rebuild the store."]))

    def refresh(self, game: Game) -> None:
        """One tournament after the other, with a line for each that had changed."""
        new = gone = 0
        for tournament in public_tournaments(game).order_by("pk"):
            put_in, taken_out = refresh(game, tournament)
            if put_in or taken_out:
                self.stdout.write(f"{game.key} {tournament.name}: {put_in} games added, {taken_out} removed")
            new, gone = new + put_in, gone + taken_out
        there = sum(len(store.games()) for store in stores_of(game))
        self.stdout.write(f"{game.key}: {new} games added, {gone} removed, {there} there")

    def rebuild(self, game: Game) -> None:
        """Forget both stores, and have the workers look at every tournament, beside this process."""
        for key in keys_of(game):
            clear(key)
        tournaments = list(public_tournaments(game).order_by("pk").values_list("pk", flat=True))
        mark_stale(tournaments, tell=False)
        asked_for = live_jobs(LOOK_AGAIN).filter(payload__tournament__in=tournaments).order_by("pk")
        jobs = list(asked_for.values_list("pk", flat=True))
        tell_workers(jobs, LOOK_AGAIN)
        self.tell(f"{game.key}: tournaments to look at", do_beside_workers(jobs))
        there = sum(len(store.games()) for store in stores_of(game))
        self.stdout.write(f"{game.key}: {there} games there")

    def tell(self, what: str, left: Iterator[int]) -> None:
        """Wait until nothing is left, and say now and then how much is."""
        told = 0.0
        for number in left:
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                self.stdout.write(f"{what}: {number}")

    def compare(self, game: Game) -> list[str]:
        """What differs in the stores of a title, a line each."""
        replayed, typed = stores_of(game)
        tournaments = list(public_tournaments(game))
        wanted = {one.game_id: one.fingerprint for event in tournaments for one in wanted_games(game, event)}
        found = self.compare_store(game, replayed, wanted)
        wanted = {one.game_id: one.fingerprint for event in tournaments for one in typed_games(game, event)}
        found += self.compare_store(game, typed, wanted)
        games = len(replayed.games()) + len(typed.games())
        self.stdout.write(f"{game.key}: {'equal' if not found else f'{len(found)} differences'}, {games} games")
        return found

    def compare_store(self, game: Game, store: GameStore, wanted: Mapping[int, int]) -> list[str]:
        """What differs in one store from the games that are wanted, by number with their fingerprints."""
        games = store.games()
        there = dict(zip(games["game_id"].tolist(), games["fingerprint"].tolist(), strict=True))
        found = [f"{game.key} game {key} is missing in the store" for key in sorted(wanted.keys() - there.keys())]
        found += [f"{game.key} game {key} does not count any more" for key in sorted(there.keys() - wanted.keys())]
        both = sorted(wanted.keys() & there.keys())
        found += [f"{game.key} game {key} has changed" for key in both if wanted[key] != there[key]]
        return found + [f"{game.key} {line}" for line in store.compare()]

    def extract(self) -> None:
        """Until none is left that can be replayed."""
        done = 0
        while found := extract_old_facts(OLD_AT_ONCE):
            done += found
            self.stdout.write(f"{done} logs replayed")
        self.stdout.write(f"done, {done} logs have new facts")
