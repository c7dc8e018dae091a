"""A small made-up world to look at: tournaments of every game, finished and running, with games played by bots.

Everything goes through the services like the deeds of people, so what a visitor sees is what the platform does. The
organiser types the results in, and the logs prove them as soon as a worker has replayed them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.utils import timezone

from engine.game import Game
from engine.registry import GAMES
from engine.simulate import SimulatedGame, play
from nabu.matches.models import Table
from nabu.matches.services import rule_result, submit_log
from nabu.players.models import User
from nabu.tournaments import services
from nabu.tournaments.demo_plans import Plan, plans_of
from nabu.tournaments.models import Tournament

ORGANISER = ("demo", "Demo")
ACCOUNTS = (("ana", "Ana"), ("bo", "Bo"), ("cleo", "Cleo"), ("dina", "Dina"))
GUESTS = ("Emre", "Fatma", "Gil", "Hana", "Ivo", "Jun")
STRONG = {"Ana", "Cleo", "Emre", "Hana", "Jun"}
"""Those who play like the greedy bot; the others play at random."""


def missing() -> list[tuple[Game, Plan]]:
    """The demo tournaments that are not there yet: all of them on a new site, those of a new game on an old one."""
    there = set(Tournament.objects.filter(organiser__username=ORGANISER[0]).values_list("game", "name"))
    return [(game, plan) for game in GAMES.values() for plan in plans_of(game) if (game.key, plan.name) not in there]


def wanted() -> bool:
    """Is this a site without a tournament, or one whose demo was loaded before a game came in?"""
    total = sum(len(plans_of(game)) for game in GAMES.values())
    return not Tournament.objects.exists() or 0 < len(missing()) < total


def load(organiser: User, players: list[User], game: Game, plan: Plan) -> Tournament:
    """Play one tournament of the demo, in the caller's transaction. The players are those with an account."""
    tournament = services.create_tournament(
        organiser,
        name=plan.name,
        game=game.key,
        ruleset=plan.ruleset or game.rulesets[0],
        switches={},
        components=game.component_sets[0],
        description=plan.description,
        starts_on=timezone.localdate(),
        stages=list(plan.stages),
    )
    _enter(organiser, tournament, [organiser, *players] if plan.organiser_plays else players, GUESTS[: plan.guests])
    for position, rounds in enumerate(plan.rounds, start=1):
        for _round in range(rounds):
            _play_round(organiser, tournament)
        if position < len(plan.stages) and not plan.open:
            services.finish_stage(organiser, tournament.stages.get(position=position))
    if not plan.open:
        return services.finish_tournament(organiser, tournament)
    _play_open_round(organiser, tournament)
    return tournament


def _play_open_round(organiser: User, tournament: Tournament) -> None:
    """A round in which the organiser's own table waits for its result, and another one is disputed."""
    round_ = services.publish_round(organiser, services.pair_round(organiser, tournament))
    tables = list(round_.tables.order_by("number"))
    mine = next(table for table in tables if table.seats.filter(entry__player__user=organiser).exists())
    disputed, *others = [table for table in tables if table != mine]
    for table in others:
        _play_table(organiser, table)
    _play_disputed(organiser, disputed)


def _enter(organiser: User, tournament: Tournament, users: list[User], guests: tuple[str, ...]) -> None:
    for user in users:
        services.add_entry(organiser, tournament, user.player)
    services.add_entries_by_name(organiser, tournament, guests)
    services.start_tournament(organiser, tournament)


def _play_round(organiser: User, tournament: Tournament) -> None:
    round_ = services.publish_round(organiser, services.pair_round(organiser, tournament))
    for table in round_.tables.filter(is_bye=False).order_by("number"):
        _play_table(organiser, table)


def _play_table(organiser: User, table: Table) -> None:
    """A game whose log proves what the organiser typed in."""
    played = _game(table)
    if table.round.stage.format == "single_elimination" and len(played.winners) > 1:
        _decide_by_lot(organiser, table, played.scores)
        return
    rule_result(organiser, table, played.scores, played.places)
    submit_log(organiser, played.log, table)


def _decide_by_lot(organiser: User, table: Table, scores: Sequence[int]) -> None:
    """A shared win in a knock-out: somebody has to go on."""
    order = list(range(len(scores)))
    Random(str(table)).shuffle(order)
    ranked = sorted(order, key=lambda seat: -scores[seat])
    rule_result(
        organiser, table, scores, [ranked.index(seat) + 1 for seat in range(len(scores))], "The lot decided the tie."
    )


def _play_disputed(organiser: User, table: Table) -> None:
    """A game whose first two scores were typed in the wrong way round; its log says otherwise."""
    played = _game(table)
    first, second, *others = played.scores
    if first == second:
        first += 1
    rule_result(organiser, table, [second, first, *others])
    submit_log(organiser, played.log, table)


def _game(table: Table) -> SimulatedGame:
    """A game between bots as strong as the players whose names they carry. The same table gives the same game."""
    stage = table.round.stage
    names = [seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("position")]
    return play(
        stage.tournament.game,
        len(names),
        stage.tournament.ruleset,
        ["greedy" if name in STRONG else "random" for name in names],
        f"{stage.tournament.name}/{stage.position}/{table.round.number}/{table.number}",
        seats=names,
    )
