"""Everything that the site holds about the games of one account, as tables. Names of columns are for machines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import Prefetch

from analytics.facts import FACTS_VERSION
from competition.points import spelled
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import LogSubmission, ResultReport, Seat, Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.queries import with_players
from nabu.contests.matches.recorded import recorded_columns
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.results.settling.verification import verification_of
from nabu.contests.tournaments.page_queries import PUBLISHED
from nabu.core.spreadsheet import BYTE_ORDER_MARK, Record, csv_text, number
from nabu.statistics.dashboards.anatomy.game import ProvenGame, game_of
from nabu.statistics.dashboards.models import GameFacts

READ_ME = """Everything that this site holds about your games. Times are UTC; texts are UTF-8.

games.csv     your games with a result: place, score, tournament points, and what the result rests on
sources.csv   the points of your games that a replayed log proves, by scoring source; they sum to the score
cards.csv     what happened to cards in your hands in these games
ratings.csv   your rating journal: every rated game with the rating before and after it
reports.csv   the results that you reported
logs.csv      the game logs that you sent, with their SHA-256 and the verdict
"""

AT_ONCE = 100

COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        *(
            "table_id",
            "confirmed_at",
            "game",
            "tournament",
            "round",
            "table",
            "seat",
            "players",
            "played",
            "score",
            "place",
        ),
        *("tournament_points", "tournament_points_exact", "basis", "proof", *recorded_columns(None), "log_sha256"),
    ),
    "sources": ("table_id", "game", "source", "points"),
    "cards": ("table_id", "game", "turn", "line", "card", "what", "others_on_offer"),
    "ratings": ("game", "table_id", "played_at", "place", "k", "expected", "actual", "before", "after"),
    "reports": ("table_id", "reported_at", "scores", "places", "status", "ruling", "reason", "dispute_reason"),
    "logs": ("sha256", "size", "submitted_at", "table_id", "verdict", "outcome"),
}
"""The columns of each table, for one without rows."""


@dataclass(frozen=True)
class PersonalExport:
    """What is there about an account. Each property is one table, a few queries each."""

    user: User

    @cached_property
    def player(self) -> Player | None:
        """The account's player."""
        return Player.objects.filter(user=self.user).first()

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats of the player at tables with a result, the earliest first; byes and practice events left out."""
        seats = (
            Seat.objects.filter(PUBLISHED, entry__player__user=self.user, table__is_bye=False)
            .filter(table__status=Table.Status.CONFIRMED)
            .select_related("entry", "table__round__stage__tournament", "table__log")
            .defer("table__log__content")
            .prefetch_related(with_players("table__seats"))
            .order_by("table__confirmed_at", "table_id")
        )
        return list(seats)

    def tables(self) -> dict[str, list[Record]]:
        """Every table by the name of its file."""
        sources, cards = [], []
        for seat, played in self.proven():
            sources += _sources(seat, played)
            cards += _cards(seat, played)
        return {
            "games": [_game(seat) for seat in self.seats],
            "sources": sources,
            "cards": cards,
            "ratings": self.ratings(),
            "reports": self.reports(),
            "logs": self.logs(),
        }

    def proven(self) -> Iterator[tuple[Seat, ProvenGame]]:
        """The games of the player that a log proves, a hundred at a time."""
        seats = [seat for seat in self.seats if seat.table.log_id is not None and not seat.absent]
        for start in range(0, len(seats), AT_ONCE):
            part = seats[start : start + AT_ONCE]
            found = GameFacts.objects.filter(log__in=[seat.table.log_id for seat in part], facts_version=FACTS_VERSION)
            facts = dict(found.values_list("log", "facts"))
            yield from ((seat, game_of(seat.table, facts[log])) for seat in part if (log := seat.table.log_id) in facts)

    def ratings(self) -> list[Record]:
        """The rating journal of all game titles."""
        entries = (
            RatingEntry.objects.filter(player__user=self.user)
            .select_related("rated_game")
            .order_by("rated_game__game", "rated_game__sequence")
        )
        return [
            {
                "game": entry.rated_game.game,
                "table_id": entry.rated_game.table_id,
                "played_at": entry.rated_game.played_at.isoformat(),
                "place": entry.place,
                "k": number(entry.k),
                "expected": number(entry.expected),
                "actual": number(entry.actual),
                "before": number(entry.before),
                "after": number(entry.after),
            }
            for entry in entries
        ]

    def reports(self) -> list[Record]:
        """The results that the account reported, as they were sent."""
        reports = ResultReport.objects.filter(reported_by=self.user).order_by("pk")
        return [
            {
                "table_id": report.table_id,
                "reported_at": report.reported_at.isoformat(),
                "scores": " ".join("-" if score is None else str(score) for score in report.scores),
                "places": " ".join(map(str, report.places)),
                "status": report.status,
                "ruling": int(report.is_ruling),
                "reason": report.reason,
                "dispute_reason": report.dispute_reason,
            }
            for report in reports
        ]

    def logs(self) -> list[Record]:
        """The logs that the account sent."""
        submissions = (
            LogSubmission.objects.filter(submitted_by=self.user)
            .select_related("log")
            .defer("log__content")
            .prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
            .order_by("pk")
        )
        return [_log(submission) for submission in submissions]


def zip_of(export: PersonalExport) -> bytes:
    """All tables as CSV files in one archive; a table without rows is its header line."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as files:
        files.writestr("README.txt", READ_ME)
        for name, records in export.tables().items():
            files.writestr(f"{name}.csv", BYTE_ORDER_MARK + csv_text(records, COLUMNS[name]))
    return archive.getvalue()


def _game(seat: Seat) -> Record:
    table = seat.table
    return {
        "table_id": table.pk,
        "confirmed_at": table.confirmed_at.isoformat() if table.confirmed_at else None,
        "game": table.round.stage.tournament.game,
        "tournament": table.round.stage.tournament.name,
        "round": table.round.number,
        "table": table.number,
        "seat": seat.position,
        "players": sum(not other.absent for other in table.seats.all()),
        "played": int(not seat.absent),
        "score": seat.score,
        "place": seat.place,
        "tournament_points": number(float(seat.points)) if seat.points is not None else None,
        "tournament_points_exact": spelled(seat.exact_points) if seat.exact_points is not None else None,
        "basis": table.basis,
        "proof": proof_of(table).value,
        **recorded_columns(table.recorded),
        "log_sha256": table.log.sha256 if table.log else None,
    }


def _sources(seat: Seat, played: ProvenGame) -> list[Record]:
    """The seat's points by source; they sum to its score."""
    at = [player.pk for player in played.people].index(seat.entry.player_id)
    return [
        {"table_id": seat.table_id, "game": played.game.key, "source": row.source, "points": row.points[at]}
        for row in played.anatomy.sources
    ]


def _cards(seat: Seat, played: ProvenGame) -> list[Record]:
    """What happened to cards in the hands of the seat."""
    at = [player.pk for player in played.people].index(seat.entry.player_id)
    return [
        {
            "table_id": seat.table_id,
            "game": played.game.key,
            "turn": card.turn,
            "line": card.line,
            "card": card.card,
            "what": card.what,
            "others_on_offer": " ".join(card.others),
        }
        for card in played.anatomy.cards
        if card.seat == at
    ]


def _log(submission: LogSubmission) -> Record:
    verification = verification_of(submission.log)
    return {
        "sha256": submission.log.sha256,
        "size": submission.log.size,
        "submitted_at": submission.submitted_at.isoformat(),
        "table_id": submission.table_id,
        "verdict": verification.verdict if verification else None,
        "outcome": submission.outcome,
    }
