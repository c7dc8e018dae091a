"""A small made-up world to look at: one finished tournament, one that is running, games played by bots.

Everything goes through the services like the deeds of people, so what a visitor sees is what the platform does. The
organiser types the results in, and the logs prove them as soon as a worker has replayed them.
"""

from __future__ import annotations

from datetime import date
from random import Random

from django.utils import timezone

from engine.log.replay import replay
from engine.simulate import simulate_game
from nabu.matches.models import Table
from nabu.matches.services import rule_result, submit_log
from nabu.players.models import User
from nabu.tournaments import services
from nabu.tournaments.formats import StageSpec
from nabu.tournaments.models import Round, Tournament

GAME = "babylonia"
COMPONENTS = "babylonia-2019"
ORGANISER = ("demo", "Demo")
ACCOUNTS = (("ana", "Ana"), ("bo", "Bo"), ("cleo", "Cleo"), ("dina", "Dina"))
GUESTS = ("Emre", "Fatma", "Gil", "Hana", "Ivo", "Jun")
STRONG = {"Ana", "Cleo", "Emre", "Hana", "Jun"}
"""Those who play like the greedy bot; the others play at random."""

FINISHED, RUNNING = "Winter duels", "Spring tournament"


def load(organiser: User, players: list[User]) -> list[Tournament]:
    """The tournaments that are not there yet. Loading again adds nothing."""
    there = set(Tournament.objects.filter(organiser=organiser).values_list("name", flat=True))
    made = []
    if FINISHED not in there:
        made.append(_finished(organiser, players))
    if RUNNING not in there:
        made.append(_running(organiser, players))
    return made


def _finished(organiser: User, players: list[User]) -> Tournament:
    """Eight players, tables of two, the cards of the variant: three rounds, then a knock-out of the best four."""
    tournament = _draft(
        organiser,
        FINISHED,
        "seven_of_nine",
        [
            StageSpec("swiss", {"table_size": 2, "rounds": 3, "advance": 4}),
            StageSpec("single_elimination", {"table_size": 2, "third_place": True}),
        ],
        "Tables of two with seven of the nine ziggurat cards. Finished: look at the standings and the statistics.",
    )
    _enter(organiser, tournament, players[1:], GUESTS[:4])
    for _round in range(3):
        _play_round(organiser, tournament)
    services.finish_stage(organiser, tournament.stages.get(position=1))
    for _round in range(2):
        _play_round(organiser, tournament)
    return services.finish_tournament(organiser, tournament)


def _running(organiser: User, players: list[User]) -> Tournament:
    """Eleven players at tables of four and three: two rounds played, the third with one table open, one disputed."""
    tournament = _draft(
        organiser,
        RUNNING,
        "base",
        [
            StageSpec("swiss", {"table_size": 4, "rounds": 3, "advance": 4}),
            StageSpec("single_elimination", {"table_size": 4}),
        ],
        "Tables of three and four, then a final table. One table waits for its result, and one is disputed: "
        "sign in as demo and settle it.",
    )
    _enter(organiser, tournament, players, GUESTS)
    for _round in range(2):
        _play_round(organiser, tournament)
    round_ = services.publish_round(organiser, services.pair_round(organiser, tournament))
    tables = list(round_.tables.order_by("number"))
    mine = next(table for table in tables if table.seats.filter(entry__player__user=organiser).exists())
    disputed, *others = [table for table in tables if table != mine]
    for table in others:
        _play_table(organiser, table)
    _play_disputed(organiser, disputed)
    return tournament


def _draft(organiser: User, name: str, ruleset: str, stages: list[StageSpec], description: str) -> Tournament:
    today: date = timezone.localdate()
    return services.create_tournament(
        organiser,
        name=name,
        game=GAME,
        ruleset=ruleset,
        switches={},
        components=COMPONENTS,
        description=description,
        starts_on=today,
        stages=stages,
    )


def _enter(organiser: User, tournament: Tournament, users: list[User], guests: tuple[str, ...]) -> None:
    for user in users:
        services.add_entry(organiser, tournament, user.player)
    services.add_entries_by_name(organiser, tournament, guests)
    services.start_tournament(organiser, tournament)


def _play_round(organiser: User, tournament: Tournament) -> Round:
    round_ = services.publish_round(organiser, services.pair_round(organiser, tournament))
    for table in round_.tables.filter(is_bye=False).order_by("number"):
        _play_table(organiser, table)
    return round_


def _play_table(organiser: User, table: Table) -> None:
    """A game whose log proves what the organiser typed in."""
    log = _game(table)
    report = replay(log)
    if table.round.stage.format == "single_elimination" and report.places.count(1) > 1:
        _decide_by_lot(organiser, table, report.scores)
        return
    rule_result(organiser, table, report.scores, report.places)
    submit_log(organiser, log, table)


def _decide_by_lot(organiser: User, table: Table, scores: list[int]) -> None:
    """A shared win in a knock-out: somebody has to go on."""
    order = list(range(len(scores)))
    Random(str(table)).shuffle(order)
    ranked = sorted(order, key=lambda seat: -scores[seat])
    rule_result(
        organiser, table, scores, [ranked.index(seat) + 1 for seat in range(len(scores))], "The lot decided the tie."
    )


def _play_disputed(organiser: User, table: Table) -> None:
    """A game whose first two scores were typed in the wrong way round; its log says otherwise."""
    log = _game(table)
    first, second, *others = replay(log).scores
    if first == second:
        first += 1
    rule_result(organiser, table, [second, first, *others])
    submit_log(organiser, log, table)


def _game(table: Table) -> bytes:
    """A game between bots as strong as the players whose names they carry. The same table gives the same game."""
    stage = table.round.stage
    names = [seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("position")]
    return simulate_game(
        GAME,
        len(names),
        stage.tournament.ruleset,
        ["greedy" if name in STRONG else "random" for name in names],
        f"{stage.tournament.name}/{stage.position}/{table.round.number}/{table.number}",
        seats=names,
    )
