"""What the pages about players read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from competition.formats import FORMATS
from nabu.accounts.players.models import Person, Player, User
from nabu.accounts.players.visibility import findable_players
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.ratings.models import Rating, RatingEntry
from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.page_queries import PUBLISHED
from nabu.contests.tournaments.queries import ranking, visible_tournaments
from nabu.contests.tournaments.rounds.seated import OwnTable, look_for_reports, own_table
from nabu.core.name_keys.search import named

MOST_PLACES = 3
"""Tournaments whose ranking the home page of a player looks at. Few people play in more at the same time."""


@dataclass(frozen=True, slots=True)
class OwnTournament:
    """A tournament that somebody is entered in. `place` and `points` are those of the stage that is played, None before
    it and where too many are played at once; `points` also in a knockout, which has none. `bye`: the round that is
    being played without them."""

    entry: Entry
    place: int | None = None
    points: Fraction | None = None
    bye: Round | None = None


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game with what it did to the own rating; `before` and `after` are None for a game that is not rated."""

    seat: Seat
    opponents: tuple[str, ...]
    before: int | None
    after: int | None

    @property
    def change(self) -> int:
        """Of the numbers as they are shown."""
        return (self.after or 0) - (self.before or 0)


def best_rating(player: Player) -> Rating | None:
    """The rating that a list shows: the highest of those about which enough is known, or of all."""
    ratings = sorted(player.ratings.all(), key=lambda rating: (not rating.provisional, rating.value))
    return ratings[-1] if ratings else None


def listed_players(user: Person, name: str = "") -> QuerySet[Player]:
    """The players whom this person may find, or those whose name has these words, with their ratings."""
    players = findable_players(user).prefetch_related("ratings")
    return players.filter(named(name)).order_by("name_key", "id")


def recent_seats(player: Player, limit: int, game: str | None = None) -> list[Seat]:
    """The player's latest games with a result, of one title or of all, byes left out, each with its table and everybody
    at it."""
    seats = (
        Seat.objects.filter(PUBLISHED, entry__player=player, table__status=Table.Status.CONFIRMED, table__is_bye=False)
        .select_related("table__round__stage__tournament", "table__log")
        .prefetch_related(with_players("table__seats"))
        .order_by("-table__confirmed_at", "-table_id")
    )
    if game is not None:
        seats = seats.filter(table__round__stage__tournament__game=game)
    return list(seats[:limit])


def open_tables(user: User) -> list[OwnTable]:
    """The tables of this account's player that have no confirmed result, the newest round first."""
    tables = (
        Table.objects.filter(seats__entry__player__user=user)
        .exclude(status=Table.Status.CONFIRMED)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(round__stage__tournament__status__in=(Tournament.Status.DRAFT, Tournament.Status.CANCELLED))
        .select_related("round__stage__tournament")
        .prefetch_related(with_players())
        .order_by("-round_id", "game_number")
    )
    found = list(tables)
    look_for_reports(found)
    return [own_table(user, table) for table in found]


def _byes_now(user: User) -> dict[int, Round]:
    """The rounds being played in which this account's player has a bye, by entry."""
    seats = Seat.objects.filter(entry__player__user=user, table__is_bye=True)
    now = seats.filter(table__round__status=Round.Status.PUBLISHED).select_related("table__round")
    return {seat.entry_id: seat.table.round for seat in now}


def tournaments_of(user: User) -> list[OwnTournament]:
    """The tournaments that this account's player is in, may see, and that are not over, those that are played first."""
    entries = (
        Entry.objects.filter(player__user=user, tournament__in=visible_tournaments(user).values("pk"))
        .exclude(tournament__status__in=(Tournament.Status.FINISHED, Tournament.Status.CANCELLED))
        .select_related("tournament")
        .order_by("-tournament__status", "tournament__starts_on", "-tournament_id")
    )
    members = (
        StageEntry.objects.filter(entry__player__user=user, entry__tournament__status=Tournament.Status.RUNNING)
        .exclude(stage__status=Stage.Status.PENDING)
        .select_related("stage__tournament")
        .order_by("stage__position")
    )
    stages = {member.entry_id: member.stage for member in members}
    byes = _byes_now(user)
    found, looked_at = [], 0
    for entry in entries:
        stage = stages.get(entry.pk)
        if stage is None or looked_at == MOST_PLACES:
            found.append(OwnTournament(entry, bye=byes.get(entry.pk)))
            continue
        looked_at += 1
        line = next((line for line in ranking(stage) if line.competitor.id == entry.pk), None)
        has_points = line is not None and not FORMATS[stage.format].is_bracket
        found.append(
            OwnTournament(
                entry, line.place if line else None, line.points if line and has_points else None, byes.get(entry.pk)
            )
        )
    return found


def recent_games(player: Player, limit: int) -> list[OwnGame]:
    """The player's latest games with a result, and what each did to the rating."""
    seats = recent_seats(player, limit)
    tables = [seat.table_id for seat in seats]
    lines = RatingEntry.objects.filter(player=player, rated_game__table__in=tables)
    changes = {
        table: (round(before), round(after))
        for table, before, after in lines.values_list("rated_game__table_id", "before", "after")
    }
    games = []
    for seat in seats:
        others = tuple(other.entry.player.name for other in seat.table.seats.all() if other.pk != seat.pk)
        before, after = changes.get(seat.table_id, (None, None))
        games.append(OwnGame(seat, others, before, after))
    return games
