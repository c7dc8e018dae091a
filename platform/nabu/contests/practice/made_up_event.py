"""A made-up event: what people do on a tournament day, done by the platform through the same services.

Bots play the games; the director pairs, publishes, types results in, answers objections, corrects and goes on. The
state is the tournament's: whoever takes one on, from its beginning or in the middle, plays what is left of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from django.utils.translation import gettext as _

from engine.message import Message
from engine.registry import get_game
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import LogSubmission, Seat, Table
from nabu.contests.practice.bot_games import bot_game, decisive_places
from nabu.contests.practice.made_up_people import made_up_names
from nabu.contests.results.corrections.services import correct_result
from nabu.contests.results.services import accept_log, rule_result
from nabu.contests.results.settling.forfeits import forfeit_seats
from nabu.contests.results.settling.match_games import games_at_most
from nabu.contests.results.settling.rules import TableResult, with_absent
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.entries.check_in import check_in_everybody
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.queries import active_players, format_of, rounds_planned
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.pairing import Changed, next_number, pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.contests.tournaments.stages import FEWEST, finish_stage, finish_tournament
from nabu.core.errors import Refused

Open = Table.Status.OPEN
TIMES = 0.3
"""Something that is to happen a number of times happens with this chance whenever it can, until that number."""

FEWEST_LEFT = 4
"""Nobody drops out of a field that would be smaller then."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens besides games. Below 1 it is a chance, from 1 on a number of times in the whole event, at most.

    `logs`, `no_shows`, `disputes` (a log objects to a result) by table; `late_entries`, `drops`, `corrections` between
    two rounds.
    """

    logs: float = 0.2
    no_shows: float = 0
    late_entries: float = 0
    drops: float = 0
    disputes: float = 0
    corrections: float = 0


CALM = Trouble()
BUSY = Trouble(logs=0.3, no_shows=0.06, late_entries=0.6, drops=0.5, disputes=0.06, corrections=0.4)


@dataclass
class MadeUpEvent:
    """A practice event that is played on. `director` acts for everybody.

    `bot_of` names the bot that plays for a player. `verify_here`: logs are replayed at once instead of by a worker.
    `report_progress` hears how far the round is (done, of, what) and may raise to stop. `happened` counts what went on.
    """

    director: User
    tournament: Tournament
    trouble: Trouble = CALM
    bot_of: Callable[[str], str] = lambda name: "random"
    verify_here: bool = True
    report_progress: Callable[[int, int, Message], None] = lambda done, total, message: None
    happened: Counter[str] = field(default_factory=Counter)
    looked_at: set[tuple[int, int]] = field(default_factory=set)
    """After which rounds an old result was or was not corrected: a correction may open tables of the round again."""

    def play(self, rounds: int | None = None) -> None:
        """Play to the end of the tournament, or until so many more rounds are finished."""
        left = rounds
        while self._now().status != Tournament.Status.FINISHED and left != 0:
            left = left if self._step() is None or left is None else left - 1

    def play_open_round(self) -> bool:
        """Play the tables of the published round that wait for a result. False if there is none."""
        stage = self._stage()
        round_ = self._unfinished(stage) if stage else None
        if round_ is None or round_.status == Round.Status.DRAFT:
            return False
        self._play_tables(round_)
        return True

    def _step(self) -> Round | None:
        """The next thing a director would do. The round, if it is finished with that."""
        if self.tournament.status == Tournament.Status.DRAFT:
            self._run_check_in()
            return None
        stage = self._stage()
        if stage is None:
            finish_tournament(self.director, self.tournament)
            return None
        unfinished = self._unfinished(stage)
        if unfinished is None:
            self._after_a_round(stage)
        elif unfinished.status == Round.Status.DRAFT:
            self._publish(unfinished)
        else:
            self._play_tables(unfinished)
            finished = Round.objects.filter(stage__tournament=self.tournament, status=Round.Status.FINISHED)
            self.happened["rounds"] = finished.count()
            return unfinished
        return None

    def _now(self) -> Tournament:
        self.tournament.refresh_from_db()
        return self.tournament

    def _stage(self) -> Stage | None:
        running = self.tournament.stages.filter(status=Stage.Status.RUNNING)
        return running.select_related("tournament").order_by("position").first()

    def _unfinished(self, stage: Stage) -> Round | None:
        return stage.rounds.exclude(status=Round.Status.FINISHED).order_by("number").first()

    def _chance(self, what: str, *where: object) -> bool:
        """Whether something happens here. The same place in the same tournament always decides the same."""
        wanted: float = getattr(self.trouble, what)
        drawn = Random(f"{self.tournament.lot}/{what}/{where}").random()
        return drawn < wanted if wanted < 1 else self.happened[what] < wanted and drawn < TIMES

    def _run_check_in(self) -> None:
        """Everybody is there, and it begins."""
        if self.tournament.entries.filter(checked_in_at=None).exists():
            check_in_everybody(self.director, self.tournament)
        start_tournament(self.director, self.tournament)

    def _after_a_round(self, stage: Stage) -> None:
        """People come and go, an old result turns out to be wrong, and the next round is paired; or the stage ends."""
        played = stage.rounds.count()
        if played and (stage.pk, played) not in self.looked_at:
            self.looked_at.add((stage.pk, played))
            if self._chance("corrections", stage.position, played):
                self._correct(stage)
            if self._unfinished(stage) is not None:
                return
        if played and played < rounds_planned(stage):
            if self._chance("late_entries", stage.position, played):
                self._add_late_entry(stage)
            if self._chance("drops", stage.position, played):
                self._drop_entry(stage)
        if played >= rounds_planned(stage) or not self._pair(stage):
            last = not self.tournament.stages.filter(position__gt=stage.position).exists()
            if last:
                finish_tournament(self.director, self.tournament)
            else:
                finish_stage(self.director, stage)
            self.happened["stages"] += 1

    def _pair(self, stage: Stage) -> bool:
        """Pair outside of a transaction, as a worker does. False if nobody is left to play a round.

        Workers verify the logs of the last round meanwhile: then it is paired again, as long as that takes.
        """
        while True:
            self.report_progress(0, 0, Message("rehearsal.pairing", {"number": next_number(stage)}))
            try:
                pair_round(self.director, stage)
            except Changed:
                continue
            except Refused:
                if not stage.rounds.exists() or active_players(stage) >= FEWEST:
                    raise
                self.happened["rounds_not_paired"] += 1
                return False
            return True

    def _publish(self, round_: Round) -> None:
        """Publish a draft, whatever speaks against it: a practice event must go on. The warnings are counted."""
        for concern in check_round(round_).concerns:
            self.happened[f"{concern.level}_warnings"] += 1
        try:
            publish_round(self.director, round_)
        except Refused:
            publish_round(self.director, round_, anyway=True, reason=_("Cannot be avoided."))

    def _play_tables(self, round_: Round) -> None:
        """Bring every table to a result. A match of several games opens its next table by itself."""
        games = round_.tables.filter(is_bye=False)
        while waiting := list(games.exclude(status=Table.Status.CONFIRMED).order_by("number", "game_number")):
            for table in waiting:
                values = {"number": round_.number, "done": games.filter(status=Table.Status.CONFIRMED).count()}
                total = games.count()
                self.report_progress(values["done"], total, Message("rehearsal.playing", values))
                self._play_table(Table.objects.select_related("round__stage__tournament", "log").get(pk=table.pk))

    def _play_table(self, table: Table) -> None:
        if table.status != Open:
            # Somebody has begun here, and the practice event ends it: the director decides.
            self._rule(table, self._result(table), _("Ruled so that the practice event can continue."))
            return
        if self._forfeit_absent(table):
            table.refresh_from_db()
            if table.status != Open:
                return
        seats = self._seats(table)
        there = [seat for seat in seats if not seat.absent]
        played = bot_game(table, there, self.bot_of)
        result = self._by_position(seats, played.scores, played.places)
        places = decisive_places(table, result)
        drawn_by_lot = places != result.places
        where = (table.round.stage.position, table.round.number, table.number, table.game_number)
        self.happened["games"] += 1
        if not drawn_by_lot and self._chance("disputes", *where):
            self._resolve_dispute(table, TableResult(result.scores, places, result.absent), played.log)
            return
        self._rule(table, TableResult(result.scores, places, result.absent))
        if not drawn_by_lot and self._chance("logs", *where):
            self._send(table, played.log)

    def _forfeit_absent(self, table: Table) -> bool:
        """One player of the table does not come. The others play if the game allows it."""
        seats = self._seats(table)
        where = (table.round.stage.position, table.round.number, table.number, table.game_number)
        allowed = len(seats) == 2 or len(seats) - 1 in self._player_counts()
        if any(seat.absent for seat in seats) or not allowed or not self._chance("no_shows", *where):
            return False
        missing = Random(f"{self.tournament.lot}/missing/{where}").randrange(len(seats))
        forfeit_seats(self.director, table, [missing], _("no-show"))
        self.happened["no_shows"] += 1
        return True

    def _resolve_dispute(self, table: Table, right: TableResult, log: bytes) -> None:
        """The scores are typed in wrong, the log of the game objects, and the director decides for it."""
        at = [position for position in range(len(right.scores)) if position not in right.absent][:2]
        wrong = list(right.scores)
        wrong[at[0]], wrong[at[1]] = wrong[at[1]], wrong[at[0]]
        if wrong == right.scores:
            wrong[at[0]] = (wrong[at[0]] or 0) + 1
        ranked = sorted(
            (-(score or 0), position) for position, score in enumerate(wrong) if position not in right.absent
        )
        order = {position: place for place, (_score, position) in enumerate(ranked, start=1)}
        places = [order.get(position, place) for position, place in enumerate(right.places)]
        self._rule(table, TableResult(wrong, places, right.absent))
        submission = self._send(table, log, verify=True)
        if not table.objections.exists():
            return
        self.happened["disputes"] += 1
        accept_log(self.director, table, submission, _("The log shows the whole game."))

    def _send(self, table: Table, log: bytes, verify: bool = False) -> LogSubmission:
        submission = submit_log(self.director, log, table)
        self.happened["logs"] += 1
        if verify or self.verify_here:
            for verification in submission.log.verifications.all():
                verify_log(verification.pk)
        return submission

    def _rule(self, table: Table, result: TableResult, reason: str = "") -> None:
        rule_result(self.director, table, Ruling(result.scores, result.places, reason, result.absent))

    def _result(self, table: Table) -> TableResult:
        """What the bots make of a table, clear enough for a bracket."""
        seats = self._seats(table)
        played = bot_game(table, [seat for seat in seats if not seat.absent], self.bot_of)
        result = self._by_position(seats, played.scores, played.places)
        return TableResult(result.scores, decisive_places(table, result), result.absent)

    def _by_position(self, seats: list[Seat], scores: tuple[int, ...], places: tuple[int, ...]) -> TableResult:
        """The result of those who are there, by all seats of the table."""
        there = with_absent(scores, places, len(seats))
        order = sorted(range(len(seats)), key=lambda position: (seats[position].absent, position))
        at = {position: index for index, position in enumerate(order)}
        return TableResult(
            [there.scores[at[position]] for position in range(len(seats))],
            [there.places[at[position]] for position in range(len(seats))],
            [seat.position for seat in seats if seat.absent],
        )

    def _seats(self, table: Table) -> list[Seat]:
        return list(table.seats.select_related("entry__player").order_by("position"))

    def _player_counts(self) -> tuple[int, ...]:
        return tuple(get_game(self.tournament.game).player_counts)

    def _correct(self, stage: Stage) -> None:
        """A result of this stage turns out to be the wrong way round. What follows later is counted."""
        tables = [
            table
            for table in Table.objects.filter(
                round__stage=stage, is_bye=False, status=Table.Status.CONFIRMED, seats__score__isnull=False
            )
            .exclude(basis=Table.Basis.FORFEIT)
            .select_related("round__stage__tournament", "log")
            .distinct()
            .order_by("round__number", "number")
            if games_at_most(table) == 1
        ]
        if not tables:
            return
        table = Random(f"{self.tournament.lot}/correct/{stage.position}/{stage.rounds.count()}").choice(tables)
        seats = self._seats(table)
        there = [seat.position for seat in seats if not seat.absent]
        scores = [seat.score for seat in seats]
        places = [seat.place or 1 for seat in seats]
        for one, other in zip(there, reversed(there), strict=True):
            if one < other:
                scores[one], scores[other] = scores[other], scores[one]
                places[one], places[other] = places[other], places[one]
        why = _("The score sheet was read from the wrong end.")
        absent = [seat.position for seat in seats if seat.absent]
        followed = correct_result(self.director, table, Ruling(scores, places, why, absent))
        self.happened["corrections"] += 1
        self.happened["corrections_followed"] += len(followed.lines)

    def _add_late_entry(self, stage: Stage) -> None:
        fmt, _config = format_of(stage)
        if stage.position > 1 or not fmt.accepts_late:
            return
        used = set(Player.objects.filter(entries__tournament=self.tournament).values_list("name", flat=True))
        add_entries_by_name(self.director, self.tournament, made_up_names(1, used))
        self.happened["late_entries"] += 1

    def _drop_entry(self, stage: Stage) -> None:
        fmt, config = format_of(stage)
        playing = list(Entry.objects.filter(stage_entries__stage=stage, status=Entry.Status.ACTIVE).order_by("pk"))
        if len(playing) <= max(FEWEST_LEFT, fmt.advance(config) + 1):
            return
        drawn = Random(f"{self.tournament.lot}/drop/{stage.position}/{stage.rounds.count()}")
        drop_entry(self.director, drawn.choice(playing))
        self.happened["drops"] += 1
