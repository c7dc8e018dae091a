"""Tournament report files of our tournaments: which stage has one, what it says, and the players of another one's."""

from __future__ import annotations

from decimal import Decimal

from competition.trf.convert import from_records
from competition.trf.values import TrfReport
from nabu.players.names import name_of
from nabu.tournaments.imports.player_list import HIGHEST_RATING, ListedPlayer
from nabu.tournaments.models import Stage, Tournament
from nabu.tournaments.queries import competitors_of, format_of, ranking, rounds_planned, tables_of


def is_trf(text: str) -> bool:
    """Whether some line begins as a player or the name of the tournament does in a report file."""
    lines = text.replace("\r", "\n").split("\n")
    return any(line.startswith(("001 ", "012 ")) for line in lines)


def listed_players(report: TrfReport) -> list[ListedPlayer]:
    """The players of a report, in the order of their starting ranks, which become the seeds."""
    players = sorted(report.players, key=lambda player: player.number)
    return [
        ListedPlayer(
            row=position,
            name=player.name,
            rating=player.rating if player.rating and player.rating <= HIGHEST_RATING else None,
            fide_id=player.fide_id if player.fide_id.isascii() and player.fide_id.strip("0").isdigit() else "",
            seed=position,
        )
        for position, player in enumerate(players, start=1)
    ]


def is_two_player_swiss(stage: Stage) -> bool:
    """Whether a report file can say everything about this stage: a Swiss for tables of two."""
    return stage.format == "swiss" and stage.config.get("table_size") == 2


def can_import_rounds(tournament: Tournament, report: TrfReport) -> bool:
    """Whether the rounds of a report can be played after here: a draft without players that begins in twos."""
    if tournament.status != Tournament.Status.DRAFT or not report.last_round() or tournament.entries.exists():
        return False
    first = tournament.stages.order_by("position").first()
    return first is not None and is_two_player_swiss(first)


def reported_stage(tournament: Tournament) -> Stage | None:
    """The first stage that a report file can be written of; None before its start."""
    stages = tournament.stages.exclude(status=Stage.Status.PENDING).order_by("position").select_related("tournament")
    return next((stage for stage in stages if is_two_player_swiss(stage)), None)


def report_of(stage: Stage) -> TrfReport:
    """The stage as a report: everybody in it by seed, and all published rounds."""
    tournament = stage.tournament
    fmt, config = format_of(stage)
    day = tournament.starts_on.strftime("%Y/%m/%d") if tournament.starts_on else ""
    fide_ids = dict(tournament.entries.exclude(fide_id="").values_list("pk", "fide_id"))
    head = TrfReport(
        name=tournament.name,
        city=tournament.place,
        start=day,
        end=day,
        type="Individual: Swiss-System",
        arbiter=name_of(tournament.organiser),
        rounds=rounds_planned(stage),
    )
    return from_records(
        head,
        competitors_of(stage),
        tables_of(stage),
        win=fmt.points(config, [1, 2])[0] or Decimal(0),
        ranks={line.competitor.id: line.place for line in ranking(stage)},
        fide_ids=fide_ids,
    )
