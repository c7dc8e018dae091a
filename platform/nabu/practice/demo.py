"""A small made-up world to look at: tournaments of every game, finished and running, with games played by bots.

Everything goes through the services like the deeds of people, so what a visitor sees is what the platform does. The
organiser types the results in, and the logs prove them as soon as a worker has replayed them.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from zlib import crc32

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from engine.game import Game
from engine.registry import GAMES
from nabu.clubs.rated_status import grant_status, may_run_rated
from nabu.lab.models import Experiment
from nabu.lab.services import Choice, ExperimentDesign, create_experiment
from nabu.matches.models import Seat, Table
from nabu.players.models import Player, User
from nabu.practice.bot_games import bot_game, decisive_places
from nabu.practice.demo_plans import ALL, Plan
from nabu.practice.demo_state import ORGANISER, PLAYERS
from nabu.practice.made_up_people import made_up_names
from nabu.results.approval.services import approve_tournament
from nabu.results.forfeits import forfeit_seats
from nabu.results.rules import TableResult
from nabu.results.ruling import Ruling
from nabu.results.services import rule_result
from nabu.results.submission import submit_log
from nabu.tournaments.consent import give_consent
from nabu.tournaments.entries.invitations import accept_invitation
from nabu.tournaments.entries.presence import drop_entry
from nabu.tournaments.entries.services import add_entries_by_name, add_entry
from nabu.tournaments.models import Entry, Penalty, Tournament
from nabu.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.tournaments.queries import rounds_planned
from nabu.tournaments.rounds.pairing import pair_round
from nabu.tournaments.rounds.services import publish_round
from nabu.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.tournaments.stages import finish_stage, finish_tournament
from nabu.variants.models import Variant

GUESTS = ("Emre", "Fatma", "Gil", "Hana", "Ivo", "Jun")
LATE = "Kiri"
EXPERIMENT_GAMES = 400
STRONG = {"Ana", "Cleo", "Emre", "Hana", "Jun"}
"""Those who play like the greedy bot; the others play at random, and so does every fourth of the made-up players."""


def make_accounts(password: str) -> tuple[User, list[User], list[str]]:
    """The organiser and the other accounts with their players, and the names of those that were not there yet."""
    encoded = make_password(password)  # slow on purpose, so only once
    made = []

    def account(username: str, name: str) -> User:
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User.objects.create(username=username, password=encoded)
            made.append(username)
        Player.objects.get_or_create(user=user, defaults={"name": name})
        return user

    with transaction.atomic():
        organiser, *players = [account(*who) for who in (ORGANISER, *PLAYERS)]
        if not may_run_rated(organiser, None):
            grant_status(None, "The demo.", account=organiser)
    return organiser, players, made


def load(organiser: User, players: list[User], game: Game, plan: Plan) -> Tournament:
    """Play one tournament of the demo, in the caller's transaction. The players are those with an account."""
    spec = TournamentSpec(
        name=plan.name,
        game=game.key,
        ruleset=plan.ruleset or game.rulesets[0],
        components=game.component_sets[0],
        description=plan.description,
        starts_on=timezone.localdate(),
        variants=[Variant.objects.get(game=game.key, key=ruleset) for ruleset in plan.tried],
        stages=plan.stages,
    )
    tournament = create_tournament(organiser, spec, draw_seed=f"demo {plan.name}"[:32])
    users = [] if plan.people else [organiser, *players] if plan.organiser_plays else players
    _enter(organiser, tournament, users, [*GUESTS[: plan.guests], *made_up_names(plan.people)])
    for position, rounds in enumerate(plan.rounds, start=1):
        stage = tournament.stages.get(position=position)
        for number in range(1, rounds + 1):
            if rounds == ALL and number > rounds_planned(stage):
                break
            if plan.busy and position == 1 and number == 2:
                _between_the_rounds(organiser, tournament)
            _play_round(organiser, tournament, somebody_missing=plan.busy and (position, number) == (1, 2))
        if position < len(plan.stages) and not plan.open:
            finish_stage(organiser, stage)
    if plan.open:
        _play_open_round(organiser, tournament)
        return tournament
    return approve_tournament(organiser, finish_tournament(organiser, tournament))


def start_experiment(organiser: User) -> bool:
    """The question of the lab: does it matter which ziggurat cards lie open? Whether it was not there yet."""
    game = GAMES.get("babylonia")
    if game is None or Experiment.objects.filter(owner=organiser).exists():
        return False
    design = ExperimentDesign(
        name="Cards 1 to 7, or seven of nine?",
        players=4,
        games=EXPERIMENT_GAMES,
        bots=["greedy"],
        seed="demo",
        arms=[Choice(variant=Variant.objects.get(game=game.key, key=ruleset)) for ruleset in game.rulesets],
    )
    create_experiment(organiser, game, design)
    return True


def _play_open_round(organiser: User, tournament: Tournament) -> None:
    """A round in which the organiser's own table waits for its result, and a log objects to that of another one."""
    round_ = publish_round(organiser, pair_round(organiser, tournament))
    tables = list(round_.tables.order_by("number"))
    mine = next(table for table in tables if table.seats.filter(entry__player__user=organiser).exists())
    objected, *others = [table for table in tables if table != mine]
    for table in others:
        _play_table(organiser, table)
    _play_with_objection(organiser, objected)


def _enter(organiser: User, tournament: Tournament, users: list[User], guests: Sequence[str]) -> None:
    for user in users:
        entry = add_entry(organiser, tournament, user.player)
        agree = accept_invitation if entry.invited_id else give_consent
        agree(user, entry, Entry.Consent.INVITATION)
    add_entries_by_name(organiser, tournament, guests)
    start_tournament(organiser, tournament)


def _between_the_rounds(organiser: User, tournament: Tournament) -> None:
    """Somebody comes late, two are warned and punished, and somebody goes home."""
    first, second, *_others, last = Entry.objects.filter(tournament=tournament).order_by("seed")
    add_entries_by_name(organiser, tournament, [LATE])
    give_penalty(organiser, first, PenaltySpec(Penalty.Kind.WARNING, reason="Talked during the others' turns."))
    late_again = "Came late to the table again."
    give_penalty(organiser, second, PenaltySpec(Penalty.Kind.POINTS, points=Decimal(1), reason=late_again))
    drop_entry(organiser, last)


def _play_round(organiser: User, tournament: Tournament, somebody_missing: bool = False) -> None:
    """Every table of the next round. `somebody_missing`: at the last one a player does not come."""
    round_ = publish_round(organiser, pair_round(organiser, tournament))
    tables = list(round_.tables.filter(is_bye=False).order_by("number"))
    if somebody_missing:
        forfeit_seats(organiser, tables[-1], [tables[-1].seats.count() - 1], "Did not come.")
    for table in tables:
        table.refresh_from_db()
        if table.status == Table.Status.OPEN:
            _play_table(organiser, table)


def _play_table(organiser: User, table: Table) -> None:
    """A game whose log proves what the organiser typed in, unless a lot had to decide who goes on."""
    seats, absent = _seats(table), [seat.position for seat in _seats(table) if seat.absent]
    played = bot_game(table, [seat for seat in seats if not seat.absent], _bot_of)
    scores, places = list(played.scores), list(played.places)
    for position in absent:
        scores.insert(position, 0)
        places.insert(position, len(seats) - len(absent) + 1)
    clear = decisive_places(table, TableResult([*scores], places, absent))
    by_lot = clear != places
    rule_result(organiser, table, Ruling(scores, clear, "The lot decided the tie." if by_lot else "", absent))
    if not by_lot:
        submit_log(organiser, played.log, table)


def _play_with_objection(organiser: User, table: Table) -> None:
    """A game whose first two scores were typed in the wrong way round; its log says otherwise."""
    played = bot_game(table, _seats(table), _bot_of)
    first, second, *others = played.scores
    if first == second:
        first += 1
    rule_result(organiser, table, Ruling([second, first, *others]))
    submit_log(organiser, played.log, table)


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entry__player").order_by("position"))


def _bot_of(name: str) -> str:
    """Bots are as strong as the players whose names they carry."""
    if name in GUESTS or name == LATE or name in {person for _username, person in (ORGANISER, *PLAYERS)}:
        return "greedy" if name in STRONG else "random"
    return "random" if crc32(name.encode()) % 4 == 0 else "greedy"
