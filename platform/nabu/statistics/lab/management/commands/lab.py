"""`manage.py lab`: an experiment in the foreground, without workers or broker; nothing is stored."""

from __future__ import annotations

import json
import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.experiments import ExperimentSums, play_games
from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.variants.models import Variant
from nabu.core.errors import Refused
from nabu.statistics.lab.plans import plan_to_play
from nabu.statistics.lab.reports import conclusion, records_as_json, report_of, tables_as_text
from nabu.statistics.lab.services import Choice, ExperimentDesign, build_experiment

TELL_EVERY = 2.0
"""Seconds between two lines about the progress."""


def arm(text: str) -> Choice:
    """An arm as the command line spells it: seven_of_nine:redraw=3,components=my-set. Values are JSON, else words."""
    ruleset, _colon, settings = text.partition(":")
    switches: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        name, equals, value = setting.partition("=")
        if not equals:
            raise ArgumentTypeError(f"{setting!r} is not switch=value")
        try:
            switches[name] = json.loads(value)
        except ValueError:
            switches[name] = value
    components = switches.pop("components", "")
    return Choice(ruleset=ruleset, switches=switches, components=str(components))


class Command(BaseCommand):
    help = "Let bots play the same games under several variants, and say what differs. The first one is the base."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="babylonia", choices=list(GAMES))
        parser.add_argument("--players", type=int, default=4)
        parser.add_argument("--games", type=int, default=200, help="games in each arm (default: 200)")
        parser.add_argument("--bots", default="greedy", help="names with commas between them (default: greedy)")
        parser.add_argument(
            "--arm",
            action="append",
            type=arm,
            dest="arms",
            default=[],
            metavar="RULESET[:switch=value,...]",
            help="a way to play; components=NAME names its component set",
        )
        parser.add_argument("--variant", action="append", default=[], metavar="NAME", help="a saved variant")
        parser.add_argument("--seed", default="1", help="the same seed gives the same result (default: 1)")
        parser.add_argument("--tell-luck", action="store_true", help="measure luck: also count margins without it")
        parser.add_argument("--json", action="store_true", help="print everything as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        game = GAMES[options["game"]]
        arms = [*options["arms"], *(self.saved(game, name) for name in options["variant"])]
        if len(arms) == 1:
            arms.insert(0, Choice(ruleset=game.rulesets[0]))
        try:
            design = ExperimentDesign(
                name="command line",
                players=options["players"],
                games=options["games"],
                bots=[name for name in options["bots"].split(",") if name],
                seed=options["seed"],
                arms=arms,
                tell_luck=options["tell_luck"],
            )
            experiment = build_experiment(None, game, design)
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        plan, sums = plan_to_play(experiment), ExperimentSums()
        began = told = time.monotonic()
        step = max(10, min(50, options["games"] // 20))
        for first in range(0, options["games"], step):
            sums += play_games(plan, first, min(step, options["games"] - first))
            if time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                self.tell(first + step, options["games"], len(arms), told - began)
        self.tell(options["games"], options["games"], len(arms), time.monotonic() - began)
        experiment.sums, experiment.status = sums.to_json(), experiment.Status.DONE
        report = report_of(experiment)
        if options["json"]:
            settings = {"game": game.key, "players": plan.players, "bots": experiment.bots, "seed": plan.seed}
            self.stdout.write(json.dumps(settings | records_as_json(experiment, report), indent=1))
        elif report is not None:
            self.stdout.write("\n".join([*tables_as_text(report, experiment.arm_list[0].name), *conclusion(report)]))

    def saved(self, game: Game, name: str) -> Choice:
        """The saved variant of that name."""
        found = Variant.objects.filter(game=game.key, name=name).first()
        if found is None:
            raise CommandError(f"{game.title} has no variant {name!r}.")
        return Choice(variant=found)

    def tell(self, done: int, games: int, arms: int, seconds: float) -> None:
        """How far it is, on the error stream, so that the results can go into a file."""
        self.stderr.write(f"{done} of {games} games in {arms} arms, {done * arms / max(seconds, 0.001):.0f} games/s")
