"""What single and double elimination have in common: a plan of matches, followed through the tables played so far."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from competition.brackets.chart import round_title
from competition.brackets.plan import Match, Plan, Source
from competition.brackets.progress import UNKNOWN, Progress, Side, follow, played_lines, reached
from competition.brackets.seeding import bracket_size, lines
from competition.formats.base import Format, ignored_pairs, size_concern
from competition.formats.starts import Starts
from competition.invalid_config import InvalidConfig
from competition.pairing.concerns import seating_concerns
from competition.pairing.explain import pair_message
from competition.pairing.history import read_history
from competition.records import (
    INFO,
    WARNING,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    check_results,
    names,
)
from competition.standings import Standing
from engine.message import Message

C = TypeVar("C")


class BracketFormat(Format[C]):
    """A bracket of duels. A double forfeit sends nobody on; who is missing when a round is paired lets the opponent
    go on without a game, as a bye that everybody sees. Rounds that were played are never looked at again for who has
    dropped since."""

    is_bracket = True

    @abstractmethod
    def plan(self, config: C, size: int, byes: frozenset[int]) -> Plan:
        """The plan for so many lines, with these first-round matches as byes. Nobody may change it."""

    @abstractmethod
    def starts(self, config: C) -> str:
        """Who starts: one of the options of the setting."""

    @abstractmethod
    def explain(self, config: C, plan: Plan, match: Match, people: Sequence[str]) -> list[Message]:
        """Why these people meet in this match."""

    def only_pairing(self, config: C, field: RoundInput) -> bool | None:
        return True

    def pair(self, config: C, field: RoundInput) -> Pairing:
        field.check_every_round()
        plan, progress = self.follow(config, field.competitors, field.tables, field.round - 1)
        here = {competitor.id for competitor in field.competitors if competitor.active}
        starts = Starts(self.starts(config), field)
        matches = plan.rounds.get(field.round, [])
        tables = []
        for match in matches:
            sides = progress.sides[match.index]
            if UNKNOWN in sides or (match.reset and not progress.reset):
                continue
            people = [side for side in sides if side is not None and side in here]
            if people:
                tables.append(PairedTable(starts.order(people, plan.turn(match)), match.slot))
        if not tables and not any(UNKNOWN in progress.sides[match.index] for match in matches):
            tables = self._wait(plan, progress, here, field.round)
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(self, config: C, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        field.check_seats(tables)
        if too_few(field.competitors, field.tables):
            return [Reason(()) for _table in tables]
        plan, _progress = self.follow(config, field.competitors, field.tables, field.round - 1)
        matches = {match.slot: match for match in plan.rounds.get(field.round, [])}
        named = names(field.competitors)
        seeds = {competitor.id: competitor.seed for competitor in field.competitors}
        starts = Starts(self.starts(config), field)
        reasons = []
        for table in tables:
            people = [f"{named[player]} ({seeds[player]})" for player in table.seats]
            match = matches.get(table.slot or 0)
            if match is None:
                sentences = [Message("bracket.waits", {"name": people[0]})]
            elif table.is_bye:
                sentences = [Message("bracket.bye", {"name": people[0]})]
            else:
                sentences = self.explain(config, plan, match, people)
                sentences.append(starts.reason(table.seats))
            reasons.append(Reason(tuple(sentences)))
        return reasons

    def concerns(self, config: C, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        """Who meets again, and what the organiser has changed: a bracket goes on from the tables as they are."""
        named = names(field.competitors)
        history = read_history(field.tables, 2)
        concerns = seating_concerns(field, tables, parts=False)
        if too_few(field.competitors, field.tables):
            return concerns
        proposed = {table.slot: set(table.seats) for table in self.pair(config, field).tables}
        for number, table in enumerate(tables):
            for one, other in combinations(table.seats, 2):
                if history.meetings(one, other):
                    concerns.append(Concern(INFO, pair_message("bracket.met", one, other, named), number, "rematch"))
            if set(table.seats) != proposed.get(table.slot, set()):
                concerns.append(Concern(WARNING, Message("bracket.changed"), number, "changed"))
        return concerns

    def last_round(self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> int:
        """The final as things stand: a reset counts once it is needed; it is over when nobody is left to play."""
        if too_few(competitors, tables):
            return 1
        paired = max((table.round for table in tables), default=0)
        plan, progress = self.follow(config, competitors, tables, paired)
        here = {competitor.id for competitor in competitors if competitor.active}
        if paired and not progress.waiting(plan, paired) & here:
            return paired
        return plan.last_round - (plan.final.reset and not progress.reset)

    def round_title(
        self,
        config: C,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        number: int,
        paired: Sequence[PairedTable] = (),
    ) -> Message:
        if too_few(competitors, tables):
            return super().round_title(config, competitors, tables, number, paired)
        plan, _progress = self.follow(config, competitors, tables, number - 1)
        return self.title_in_plan(plan, number)

    def title_in_plan(self, plan: Plan, number: int) -> Message:
        """What a round is called by its place in the plan."""
        return round_title(number, plan.size.bit_length() - 1)

    def ranking(
        self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[Standing]:
        """Who came further is better; who went out equally far shares the place. Seeds order them in the list."""
        check_results(competitors, tables)
        far: dict[int, int] = {}
        if tables:
            paired = max(table.round for table in tables)
            plan, progress = self.follow(config, competitors, tables, paired)
            far = dict(reached(plan, tables))
            champion = progress.winners[plan.final.index]
            if champion is not None and champion != UNKNOWN:
                far[champion] = plan.final.won
        return rank_by(competitors, tables, {competitor.id: (far.get(competitor.id, 0),) for competitor in competitors})

    def forecast(self, config: C, players: int, sizes: Sequence[int], *, forbidden: int = 0) -> list[Concern]:
        """Rounds, matches, and byes of the first round."""
        if players < 2:
            return ignored_pairs(forbidden)
        byes = bracket_size(players) - players
        said = [size_concern(self.rounds(config, players), self.matches(config, players))]
        if byes:
            said.append(Concern(INFO, Message("forecast.bracket_byes", {"byes": byes}), key="byes"))
        return [*said, *ignored_pairs(forbidden)]

    @abstractmethod
    def matches(self, config: C, players: int) -> int:
        """How many matches are played at most."""

    def points(self, config: C, places: Sequence[int]) -> list[Fraction | None]:
        return [None] * len(places)

    def bye_points(self, config: C) -> Decimal | None:
        return None

    def follow(
        self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord], paired: int
    ) -> tuple[Plan, Progress]:
        """The plan and how far it is played. Before the first round the lines follow from the seeds.

        Raises InvalidConfig if there are fewer than two players.
        """
        start: list[Side] = played_lines(tables, {competitor.id: competitor.seed for competitor in competitors})
        if not start:
            present = [c.id for c in sorted(competitors, key=lambda c: c.seed) if c.active]
            if len(present) < 2:
                raise InvalidConfig(Message("field.knock_out_too_few"))
            start = lines(present)
        byes = frozenset(at // 2 for at, line in enumerate(start) if line is None)
        plan = self.plan(config, len(start), byes)
        return plan, follow(plan, start, tables, paired)

    @staticmethod
    def _wait(plan: Plan, progress: Progress, here: set[int], number: int) -> list[PairedTable]:
        """A round in which everybody who should play has gone: those who play later rest, so that it can be passed."""
        beyond = len(plan.rounds.get(number, []))
        return [
            PairedTable((player,), beyond + at)
            for at, player in enumerate(sorted(progress.waiting(plan, number) & here))
        ]


def too_few(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> bool:
    """Nothing is paired yet, and fewer than two players are left: there is no bracket to follow."""
    return not tables and sum(competitor.active for competitor in competitors) < 2


def sides_of(plan: Plan, match: Match) -> list[tuple[Match, bool]]:
    """The matches that the two sides really come from, and whether they lost there."""
    through: list[Source] = [plan.through(source) for source in match.sources]
    return [(plan.matches[source.match], source.loser) for source in through]


def rank_by(
    competitors: Sequence[Competitor], tables: Sequence[TableRecord], far: dict[int, tuple[int, ...]]
) -> list[Standing]:
    """Standings by how far somebody has come, more is better; equally far share the place, in order of seeds.

    Who is disqualified comes after all others.
    """
    games: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    for table in tables:
        for seat in table.seats if table.confirmed else ():
            byes[seat.competitor] += table.is_bye
            games[seat.competitor] += table.played and not seat.absent
            wins[seat.competitor] += seat.place == 1 and not table.is_bye and not seat.absent
    rows: list[Standing] = []
    far = {c.id: (int(not c.disqualified), *far[c.id]) for c in competitors}
    ordered = sorted(competitors, key=lambda c: (*(-value for value in far[c.id]), c.seed))
    for index, competitor in enumerate(ordered, start=1):
        same = rows and far[competitor.id] == far[rows[-1].competitor.id]
        rows.append(
            Standing(
                place=rows[-1].place if same else index,
                competitor=competitor,
                points=Fraction(0),
                games=games[competitor.id],
                byes=byes[competitor.id],
                wins=wins[competitor.id],
            )
        )
    return rows
