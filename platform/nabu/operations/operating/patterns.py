"""The page for staff that shows unusual patterns among the rated games of the last months."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analytics import unusual_patterns as thresholds
from analytics.unusual_patterns import Kind, Pattern, PlayedGame, PlayedSeat
from analytics.unusual_patterns import patterns as find_patterns
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Role, Tournament
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of

LOOKED_BACK = timedelta(days=90)
MOST_GAMES = 20_000
MOST_SHOWN = 100
DECIDED = (Table.Basis.RULING, Table.Basis.FORFEIT)


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern with the players and the tournament that it names."""

    pattern: Pattern
    players: list[Player]
    tournament: Tournament | None


@never_cache
@require_safe
@login_required
def patterns(request: HttpRequest) -> HttpResponse:
    """Where to look first, with figures. Nothing here says that something is wrong."""
    if not account_of(request).is_staff:
        raise NotAllowed
    found = find_patterns(played_games())
    players = Player.objects.in_bulk({player for one in found for player in one.players})
    tournaments = Tournament.objects.in_bulk({one.tournament for one in found if one.tournament})
    sections = []
    for kind, (title, explained) in _words().items():
        of_kind = [one for one in found if one.kind == kind]
        lines = [
            Line(one, [players[pk] for pk in one.players], tournaments.get(one.tournament or 0))
            for one in of_kind[:MOST_SHOWN]
        ]
        sections.append((title, explained, lines, len(of_kind)))
    return render(request, "operations/operating/patterns.html", {"sections": sections, "days": LOOKED_BACK.days})


def played_games() -> list[PlayedGame]:
    """The decided games of tournaments that count, of the last months, as plain rows."""
    tables = Table.objects.filter(
        status=Table.Status.CONFIRMED,
        is_bye=False,
        confirmed_at__gt=timezone.now() - LOOKED_BACK,
        round__stage__tournament__in=_counting().values("pk"),
    )
    columns = ("pk", "round__stage__tournament", "confirmed_at", "basis", "log", "rated_game")
    rows = list(tables.order_by("-confirmed_at", "-pk").values_list(*columns)[:MOST_GAMES])
    earliest = min((at for _pk, _tournament, at, *_more in rows), default=timezone.now())
    seats: defaultdict[int, list[PlayedSeat]] = defaultdict(list)
    of_tables = Seat.objects.filter(table__in=tables.filter(confirmed_at__gte=earliest).values("pk"), absent=False)
    for table, player, place, since in of_tables.values_list(
        "table", "entry__player", "place", "entry__player__user__date_joined"
    ):
        seats[table].append(PlayedSeat(player, place or 0, since))
    runners = _runners({tournament for _pk, tournament, *_more in rows})
    return [
        PlayedGame(
            tournament,
            at,
            tuple(seats[pk]),
            frozenset(runners[tournament]),
            decided=basis in DECIDED and log is None,
            rated=rated is not None,
        )
        for pk, tournament, at, basis, log, rated in rows
    ]


def _counting() -> QuerySet[Tournament]:
    return Tournament.objects.filter(rated=True, practice=False).exclude(approved_at=None)


def _runners(tournaments: set[int]) -> defaultdict[int, set[int]]:
    """The players of those who own or direct a tournament, by tournament."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    owners = Tournament.objects.filter(pk__in=tournaments, organiser__player__isnull=False)
    directors = Role.objects.filter(tournament__in=tournaments, kind=Role.Kind.DIRECTOR, user__player__isnull=False)
    for tournament, player in [
        *owners.values_list("pk", "organiser__player"),
        *directors.values_list("tournament", "user__player"),
    ]:
        found[tournament].add(player)
    return found


def _words() -> dict[Kind, tuple[str, str]]:
    """What each kind is called, and from where on it is shown."""
    return {
        Kind.SAME_PLAYERS: (
            _("Repeated pairings of the same players"),
            _(
                "Two players met in at least %(meetings)s rated games, and these are at least %(share)s%% of the "
                "rated games of one of them."
            )
            % {"meetings": thresholds.MEETINGS, "share": round(100 * thresholds.SHARE_OF_GAMES)},
        ),
        Kind.ONE_SIDED: (
            _("One-sided series"),
            _("In at least %(meetings)s meetings, the first player finished ahead in at least %(share)s%% of them.")
            % {"meetings": thresholds.MEETINGS, "share": round(100 * thresholds.ONE_SIDED)},
        ),
        Kind.ORGANISER_WINS: (
            _("Organisers and directors among the winners"),
            _(
                "Owners or directors of the tournaments won at least %(share)s%% of at least %(games)s rated "
                "games in them."
            )
            % {"games": thresholds.OWN_GAMES, "share": round(100 * thresholds.OWN_WINS)},
        ),
        Kind.WITHOUT_LOG: (
            _("Rulings and forfeits without a log"),
            _(
                "At least %(share)s%% of at least %(games)s games of a tournament were ruled or forfeited, with no "
                "game log."
            )
            % {"games": thresholds.GAMES_OF_EVENT, "share": round(100 * thresholds.WITHOUT_LOG)},
        ),
        Kind.NEW_ACCOUNTS: (
            _("New accounts"),
            _(
                "At least %(people)s players, and at least %(share)s%% of those with an account, created it at "
                "most %(days)s days before their first rated game of the tournament."
            )
            % {
                "people": thresholds.NEW_PEOPLE,
                "share": round(100 * thresholds.NEW_SHARE),
                "days": thresholds.NEW_FOR.days,
            },
        ),
    }
