"""`manage.py simulate_event`: a complete made-up event of any format and size, as a practice event."""

from __future__ import annotations

import json
import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from competition.formats import FORMATS, StageSpec
from competition.plans import PLANS
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.catalogue.variants.queries import offered_variants
from nabu.contests.practice.made_up_event import MadeUpEvent, Trouble
from nabu.contests.practice.plans import fitted_stages
from nabu.contests.practice.services import FEWEST, create_practice_event
from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.setup.services import TournamentSpec
from nabu.core.errors import Refused

HAPPENINGS = ("no_shows", "late_entries", "drops", "disputes", "corrections")


def stage(text: str) -> StageSpec:
    """A stage as the command line spells it: swiss:table_size=4,rounds=3. Values are JSON, else words."""
    key, _colon, settings = text.partition(":")
    if key not in FORMATS:
        raise ArgumentTypeError(f"no format {key!r}; known: {', '.join(FORMATS)}")
    config: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        name, equals, value = setting.partition("=")
        if not equals:
            raise ArgumentTypeError(f"{setting!r} is not setting=value")
        try:
            config[name] = json.loads(value)
        except ValueError:
            config[name] = value
    return StageSpec(key, config)


def number_of_players(text: str) -> int:
    """As many as a practice event can have."""
    if not text.isdecimal() or not FEWEST <= int(text) <= MOST_ENTRIES:
        raise ArgumentTypeError(f"{text!r} is not a number from {FEWEST} to {MOST_ENTRIES}")
    return int(text)


class Command(BaseCommand):
    help = (
        "Simulate a whole event: players, rounds, games of bots, and what goes wrong. It is a practice event: only its "
        "owner sees it, and it counts for nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--owner", required=True, help="the account that runs it")
        parser.add_argument("--game", default="babylonia", choices=list(GAMES))
        chain = parser.add_mutually_exclusive_group()
        chain.add_argument(
            "--plan", default="swiss_final", choices=[plan.key for plan in PLANS], help="a chain of stages by name"
        )
        chain.add_argument(
            "--stage",
            action="append",
            type=stage,
            metavar="KEY[:setting=value,...]",
            help=f"a stage of the chain, in order: {', '.join(FORMATS)}",
        )
        parser.add_argument(
            "--try", action="append", default=[], metavar="NAME", help="a variant that the tables try, 2 to 4 of them"
        )
        parser.add_argument(
            "--players",
            type=number_of_players,
            default=23,
            help=f"number of players, {FEWEST} to {MOST_ENTRIES} (default: 23)",
        )
        parser.add_argument("--seed", default="1", help="the same seed makes the same event (default: 1)")
        parser.add_argument("--bots", default="random", choices=["random", "greedy"])
        parser.add_argument("--logs", type=float, default=0.2, help="share of tables whose log is sent (default: 0.2)")
        parser.add_argument("--verify-here", action="store_true", help="replay the logs here, not by a worker")
        for name in HAPPENINGS:
            parser.add_argument(
                f"--{name.replace('_', '-')}",
                type=float,
                default=0,
                help="a probability below 1, or the most in the whole event (default: 0)",
            )
        parser.add_argument("--stop-after", type=int, metavar="ROUND", help="stop after this many rounds")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"Unknown account {options['owner']!r}.")
        game, players = GAMES[options["game"]], options["players"]
        began = time.monotonic()
        offered = {variant.name: variant for variant in offered_variants(game.key)}
        for name in options["try"]:
            if name not in offered:
                raise CommandError(f"{game.title} has no variant {name!r}; known: {', '.join(offered)}")
        try:
            stages = options["stage"] or fitted_stages(options["plan"], game, players)
            spec = TournamentSpec(
                name=f"Practice with {players} players (seed {options['seed']})",
                game=game.key,
                ruleset=game.rulesets[0],
                components=game.component_sets[0],
                variants=[offered[name] for name in options["try"]],
                stages=stages,
            )
            draw_seed = f"practice-{options['seed']}"[:32]
            tournament = create_practice_event(owner, spec, players, draw_seed=draw_seed)
            event = MadeUpEvent(
                owner,
                tournament,
                Trouble(logs=options["logs"], **{name: options[name] for name in HAPPENINGS}),
                lambda name: options["bots"],
                verify_here=options["verify_here"],
            )
            left = options["stop_after"]
            while tournament.status != Tournament.Status.FINISHED and left != 0:
                since = time.monotonic()
                event.play(1)
                tournament.refresh_from_db()
                self.stdout.write(
                    f"rounds played: {event.happened['rounds']}, the last in {time.monotonic() - since:.1f} s"
                )
                left = left - 1 if left else left
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        except KeyError:
            raise CommandError(f"{game.title} cannot be played with --plan {options['plan']}.") from None
        self.summary(event, time.monotonic() - began)

    def summary(self, event: MadeUpEvent, seconds: float) -> None:
        """What has happened, and where to look at it."""
        for what, number in sorted(event.happened.items()):
            self.stdout.write(f"{what.replace('_', ' ')}: {number}")
        for row in standings(event.tournament)[:3]:
            self.stdout.write(f"{row.place}. {row.entry.player.name}")
        self.stdout.write(f"tournament: {reverse('tournaments:detail', args=[event.tournament.pk])}")
        self.stdout.write(f"seconds: {seconds:.1f}")
