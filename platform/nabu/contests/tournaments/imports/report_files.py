"""Tournament report files of our tournaments: which stage has one, what it says, and the players of another one's."""

from __future__ import annotations

from decimal import Decimal

from django.utils.timezone import localtime

from competition.formats.rounds_format import RoundsFormat
from competition.records import Pair, pair_of
from competition.trf.convert import from_records
from competition.trf.reader import printable_lines
from competition.trf.values import Player, TrfReport
from engine.registry import get_game
from nabu.accounts.players.names import name_of
from nabu.contests.tournaments.imports.player_list import HIGHEST_RATING, ListedPlayer
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.queries import competitors_of, format_of, ranking, rounds_planned, tables_of
from nabu.contests.tournaments.round_dates import NO_DATES, dates_of
from nabu.core.mail_addresses import without_addresses

DAY = "%Y/%m/%d"
"""How a report file writes a day."""


def is_trf(text: str) -> bool:
    """Whether some line begins as a player or the name of the tournament does in a report file. In a list that numbers
    its players 001, 002 a name follows the tab."""
    lines = text.replace("\r", "\n").split("\n")
    return any(
        (line[:3] == "001" and line[3:4].isspace() and line[4:8].strip().isdecimal())
        or (line[:3] == "012" and line[3:4].isspace() and line[3] != "\t")
        for line in lines
    )


def listed_players(report: TrfReport) -> list[ListedPlayer]:
    """The players of a report, in the order of their starting ranks, which become the seeds."""
    players = sorted(report.players, key=lambda player: player.number)
    return [
        ListedPlayer(
            row=position,
            name=without_addresses(player.name),
            rating=player.rating if has_rating(player) else None,
            fide_id=player.fide_id if has_fide_id(player) else "",
            seed=position,
        )
        for position, player in enumerate(players, start=1)
    ]


def player_lines(text: str) -> dict[int, int]:
    """The line, counted from 0, of each row of `listed_players`."""
    lines = printable_lines(text)
    numbers = {
        int(line[4:8]): at for at, line in enumerate(lines) if line[:3] == "001" and line[4:8].strip().isdecimal()
    }
    return {row: numbers[number] for row, number in enumerate(sorted(numbers), start=1)}


def has_rating(player: Player) -> bool:
    """There is a rating, and it is one that we take."""
    return player.rating is not None and player.rating <= HIGHEST_RATING


def has_fide_id(player: Player) -> bool:
    """There is a FIDE number, and it is a number."""
    return player.fide_id.isascii() and player.fide_id.strip("0").isdigit()


def rows_apart(tournament: Tournament, report: TrfReport, *, with_rounds: bool) -> frozenset[Pair]:
    """Pairs of rows of `listed_players` that the file keeps apart in every round that is still to be paired here."""
    rows = {number: row for row, number in enumerate(sorted(player.number for player in report.players), start=1)}
    pairs = report.forbidden_pairs(*coming_rounds(tournament, report, with_rounds=with_rounds))
    return frozenset(pair_of(rows[one], rows[other]) for one, other in pairs)


def coming_rounds(tournament: Tournament, report: TrfReport, *, with_rounds: bool) -> tuple[int, int]:
    """The first and the last round that would still be paired here.

    A file that plans fewer rounds than the stage says nothing about the others: its last round stands for all of them.
    """
    first = report.last_round() + 1 if with_rounds else 1
    planned = planned_rounds(tournament, len(report.players))
    return first, max(first, min(planned, report.rounds or planned))


def planned_rounds(tournament: Tournament, players: int) -> int:
    """The rounds of the first stage with so many players; 0 without a stage."""
    stage = tournament.stages.order_by("position").first()
    if stage is None:
        return 0
    fmt, config = format_of(stage)
    return fmt.rounds(config, max(2, players))


def is_two_player_swiss(stage: Stage) -> bool:
    """Whether a report file can say everything about this stage: a Swiss for tables of two."""
    return stage.format == "swiss" and stage.config.get("table_size") == 2


def can_import_rounds(tournament: Tournament, report: TrfReport) -> bool:
    """Whether the rounds of a report, or the byes of rounds to come, fit here: a draft without players that begins in
    twos."""
    if not report.last_round() and not report.coming_byes():
        return False
    first = first_stage_to_fill(tournament)
    return first is not None and is_two_player_swiss(first)


def can_import_results(tournament: Tournament) -> bool:
    """Whether the rounds of a table of results fit here: a draft without players that begins with rounds for all."""
    first = first_stage_to_fill(tournament)
    return first is not None and takes_results(first)


def takes_results(stage: Stage) -> bool:
    """Whether everybody plays every round of this stage, one game at a table: whoever paired it, it can go on."""
    fmt, config = format_of(stage)
    return isinstance(fmt, RoundsFormat) and fmt.best_of(config) == 1


def seats_allowed(tournament: Tournament) -> list[int]:
    """How many may sit at a table of the first stage; of any, if none takes results."""
    first = first_stage_to_fill(tournament)
    sizes = get_game(tournament.game).player_counts
    if first is None or not takes_results(first):
        return list(sizes)
    fmt, config = format_of(first)
    return [size for size in sizes if size <= fmt.table_size(config)]


def first_stage_to_fill(tournament: Tournament) -> Stage | None:
    """The first stage of a draft without players."""
    if tournament.status != Tournament.Status.DRAFT or tournament.entries.exists():
        return None
    return tournament.stages.order_by("position").first()


def reported_stage(tournament: Tournament) -> Stage | None:
    """The first stage that a report file can be written of; None before its start."""
    stages = tournament.stages.exclude(status=Stage.Status.PENDING).order_by("position").select_related("tournament")
    return next((stage for stage in stages if is_two_player_swiss(stage)), None)


def _dates(stage: Stage) -> tuple[str, ...]:
    """The day of each round, by which it is played where nobody said when it begins; nothing where no round has one."""
    known = dates_of(stage.tournament).by_round
    days = [known.get((stage.position, number), NO_DATES) for number in range(1, rounds_planned(stage) + 1)]
    moments = [each.starts_at or each.due_at for each in days]
    return tuple(f"{localtime(at):%y/%m/%d}" if at else "" for at in moments) if any(moments) else ()


def report_of(stage: Stage) -> TrfReport:
    """The stage as a report: everybody in it by seed, and all published rounds."""
    tournament = stage.tournament
    fmt, config = format_of(stage)
    first, last = tournament.starts_on, tournament.ends_on or tournament.starts_on
    fide_ids = dict(tournament.entries.exclude(fide_id="").values_list("pk", "fide_id"))
    head = TrfReport(
        name=tournament.name,
        city=tournament.place,
        start=first.strftime(DAY) if first else "",
        end=last.strftime(DAY) if last else "",
        type="Individual: Swiss-System",
        arbiter=name_of(tournament.organiser),
        rounds=rounds_planned(stage),
        dates=_dates(stage),
    )
    return from_records(
        head,
        competitors_of(stage),
        tables_of(stage),
        win=fmt.points(config, [1, 2])[0] or Decimal(0),
        ranks={line.competitor.id: line.place for line in ranking(stage)},
        fide_ids=fide_ids,
    )
