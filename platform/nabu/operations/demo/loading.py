"""A small made-up world to look at: tournaments of every game, finished and running, with games played by bots.

Everything goes through the services like the deeds of people, so what a visitor sees is what the platform does. The
organiser types the results in, and the logs prove them as soon as a worker has replayed them.

People use the site meanwhile: each step is a transaction of its own, a table at a time, and the bots play outside any.
The state is the tournament's: whatever ends this in the middle, it goes on from there.
"""

from __future__ import annotations

import time
from datetime import time as clock
from datetime import timedelta
from decimal import Decimal

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from engine.game import Game
from engine.registry import GAMES
from engine.simulate import SimulatedGame
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.catalogue.variants.models import Variant
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.rated_status import grant_status, may_run_rated
from nabu.contests.clubs.services import create_club
from nabu.contests.matches.models import Table
from nabu.contests.practice.bot_games import bot_game, decisive_places
from nabu.contests.practice.made_up_people import made_up_names
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.forfeits import forfeit_seats
from nabu.contests.results.settling.rules import TableResult
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.consent import give_consent
from nabu.contests.tournaments.entries.invitations import accept_invitation
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry
from nabu.contests.tournaments.models import Entry, Penalty, Round, Stage, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.queries import rounds_planned
from nabu.contests.tournaments.rounds.pairing import Changed, pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.core.errors import Refused
from nabu.operations.demo.plans import ALL, MOST_PEOPLE, Plan
from nabu.operations.demo.state import CLUB, ORGANISER, PLAYERS, begun
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment

GUESTS = ("Emre", "Fatma", "Gil", "Hana", "Ivo", "Jun")
LATE = "Kiri"
EXPERIMENT_GAMES = 400
STARTS_AT = clock(14, 0)
PATIENCE = 120
"""Seconds for the worker to catch up with the bots before a round is paired."""

STRONG = {"Ana", "Cleo", "Emre", "Hana", "Jun"}
"""Those who play like the greedy bot; the others play at random."""

STRENGTHS = ("greedy", "novice", "greedy", "greedy", "random", "greedy", "novice", "greedy")
"""The bots of the made-up players in turn: of eight five play well, two like beginners, and one at random."""


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
    """Play one tournament of the demo, or what is left of it. The players are those with an account.

    It is marked as being played until `complete`. Raises Refused if somebody has done something to it that ends this.
    """
    tournament = begun(game, plan) or _begin(organiser, players, game, plan)
    for position, rounds in enumerate(plan.rounds, start=1):
        stage = tournament.stages.get(position=position)
        if stage.status == Stage.Status.FINISHED:
            continue
        for number in range(1, rounds + 1):
            if rounds == ALL and number > rounds_planned(stage):
                break
            second = plan.busy and (position, number) == (1, 2)
            if second and not tournament.entries.filter(player__name=LATE).exists():
                _between_the_rounds(organiser, tournament)
            _play_round(organiser, stage, number, somebody_missing=second)
        if position < len(plan.stages) and not plan.open:
            finish_stage(organiser, stage)
    if plan.announced:
        return tournament
    if plan.open:
        _play_open_round(organiser, tournament.stages.get(position=len(plan.rounds)), plan.rounds[-1] + 1)
    else:
        _end(organiser, tournament)
    return tournament


@audited
def complete(organiser: User, tournament: Tournament) -> None:
    """Nothing more of it will be played."""
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    locked.being_played = False
    locked.save(update_fields=["being_played"])
    audit(organiser, "demo.played", locked, after={"name": locked.name}, tournament=locked)


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


@transaction.atomic
def _begin(organiser: User, players: list[User], game: Game, plan: Plan) -> Tournament:
    """The tournament with its players, started unless it is only announced."""
    spec = TournamentSpec(
        name=plan.name,
        game=game.key,
        ruleset=plan.ruleset or game.rulesets[0],
        components=game.component_sets[0],
        description=plan.description,
        starts_on=timezone.localdate() + timedelta(days=plan.announced),
        starts_at=STARTS_AT if plan.announced else None,
        place=plan.place,
        registration=bool(plan.announced),
        capacity=plan.capacity,
        club=_club(organiser) if plan.announced else None,
        variants=[Variant.objects.get(game=game.key, key=ruleset) for ruleset in plan.tried],
        stages=plan.stages,
    )
    tournament = create_tournament(organiser, spec, draw_seed=f"demo {plan.name}"[:32], being_played=True)
    users = [] if plan.people else [organiser, *players] if plan.organiser_plays else players
    for user in users:
        entry = add_entry(organiser, tournament, user.player)
        agree = accept_invitation if entry.invited_id else give_consent
        agree(user, entry, Entry.Consent.INVITATION)
    add_entries_by_name(organiser, tournament, [*GUESTS[: plan.guests], *made_up_names(plan.people)])
    return tournament if plan.announced else start_tournament(organiser, tournament)


def _club(organiser: User) -> Club:
    """The club of the announced tournaments."""
    own = Membership.objects.filter(user=organiser, kind=Membership.Kind.OWNER)
    mine = own.filter(club__name=CLUB).select_related("club").first()
    return mine.club if mine else create_club(organiser, CLUB)


def _end(organiser: User, tournament: Tournament) -> None:
    tournament.refresh_from_db()
    if tournament.status != Tournament.Status.FINISHED:
        tournament = finish_tournament(organiser, tournament)
    if tournament.approved_at is None:
        approve_tournament(organiser, tournament)


@transaction.atomic
def _between_the_rounds(organiser: User, tournament: Tournament) -> None:
    """Somebody comes late, two are warned and punished, and somebody goes home."""
    first, second, *_others, last = Entry.objects.filter(tournament=tournament).order_by("seed")
    add_entries_by_name(organiser, tournament, [LATE])
    give_penalty(organiser, first, PenaltySpec(Penalty.Kind.WARNING, reason="Talked during the others' turns."))
    late_again = "Came late to the table again."
    give_penalty(organiser, second, PenaltySpec(Penalty.Kind.POINTS, points=Decimal(1), reason=late_again))
    drop_entry(organiser, last)


def _play_round(organiser: User, stage: Stage, number: int, somebody_missing: bool) -> None:
    """Every table of a round that is not played yet. `somebody_missing`: at the last one a player does not come."""
    round_ = _published(organiser, stage, number)
    tables = list(round_.tables.filter(is_bye=False).order_by("number"))
    if somebody_missing and not tables[-1].seats.filter(absent=True).exists():
        forfeit_seats(organiser, tables[-1], [tables[-1].seats.count() - 1], "Did not come.")
    for table in tables:
        _play_table(organiser, table)


def _play_open_round(organiser: User, stage: Stage, number: int) -> None:
    """A round in which the organiser's own table waits for its result, and a log objects to that of another one."""
    tables = list(_published(organiser, stage, number).tables.order_by("number"))
    mine = next(table for table in tables if table.seats.filter(entry__player__user=organiser).exists())
    objected, *others = [table for table in tables if table != mine]
    for table in others:
        _play_table(organiser, table)
    _play_table(organiser, objected, objection=True)


def _published(organiser: User, stage: Stage, number: int) -> Round:
    """The round of the stage, which may be there already."""
    round_ = stage.rounds.filter(number=number).first() or _paired(organiser, stage)
    return publish_round(organiser, round_) if round_.status == Round.Status.DRAFT else round_


def _paired(organiser: User, stage: Stage) -> Round:
    """The next round. Bots play faster than a worker verifies, and a verdict that comes in while a round is paired
    makes the pairing out of date: then the worker catches up first.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return pair_round(organiser, stage)
        except Changed:
            if time.monotonic() > until:
                raise


def _play_table(organiser: User, table: Table, objection: bool = False) -> None:
    """A game at a table that is still open. Its log proves what the organiser typed in, unless a lot had to decide who
    goes on. `objection`: the first two scores were typed in the wrong way round, and the log says otherwise.
    """
    table.refresh_from_db()
    if table.status != Table.Status.OPEN:
        return
    seats = list(table.seats.select_related("entry__player").order_by("position"))
    played = bot_game(table, [seat for seat in seats if not seat.absent], _bot_of)
    absent = [seat.position for seat in seats if seat.absent]
    ruling, by_lot = _ruling(table, played, absent) if not objection else (_wrong_ruling(played), False)
    try:
        with transaction.atomic():
            rule_result(organiser, table, ruling)
            if not by_lot:
                submit_log(organiser, played.log, table)
    except Refused:
        table.refresh_from_db()
        if table.status == Table.Status.OPEN:
            raise
        # Somebody was faster than the bots.


def _ruling(table: Table, played: SimulatedGame, absent: list[int]) -> tuple[Ruling, bool]:
    """The result of a game with those who did not come, and whether a lot has decided it."""
    scores, places = list(played.scores), list(played.places)
    seats = len(scores) + len(absent)
    for position in absent:
        scores.insert(position, 0)
        places.insert(position, seats - len(absent) + 1)
    clear = decisive_places(table, TableResult([*scores], places, absent))
    by_lot = clear != places
    return Ruling(scores, clear, "The lot decided the tie." if by_lot else "", absent), by_lot


def _wrong_ruling(played: SimulatedGame) -> Ruling:
    first, second, *others = played.scores
    if first == second:
        first += 1
    return Ruling([second, first, *others])


def _bot_of(name: str) -> str:
    """Bots are as strong as the players whose names they carry."""
    made_up = made_up_names(MOST_PEOPLE)
    if name in made_up:
        return STRENGTHS[made_up.index(name) % len(STRENGTHS)]
    return "greedy" if name in STRONG else "random"
