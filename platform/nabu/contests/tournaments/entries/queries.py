"""What pages and services read about the people of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from competition.formats import get_format
from nabu.accounts.players.models import Person, Player, User
from nabu.accounts.players.visibility import findable_players
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.core.name_keys.index import NameIndex
from nabu.core.name_keys.keys import name_key, plain
from nabu.core.name_keys.search import has_words, named

MOST_INVITATIONS = 20


@dataclass(frozen=True, slots=True)
class Presence:
    """Numbers of those who are checked in, and of all who play. Before the start only."""

    here: int
    players: int

    @property
    def missing(self) -> int:
        return self.players - self.here

    @property
    def used(self) -> bool:
        """Somebody was checked in, so that who is missing means something."""
        return self.here > 0


def listed_entries(tournament: Tournament, words: str = "") -> QuerySet[Entry]:
    """The entries by seed with player and ratings; with words only those whose name or club contains them."""
    entries = tournament.entries.select_related("player").prefetch_related("player__ratings").order_by("seed", "pk")
    if words:
        clubs = tournament.entries.exclude(club="").values_list("club", flat=True).order_by().distinct()
        of_club = Q(club__in=[club for club in clubs if has_words(club, words)])
        entries = entries.filter(named(words, "player__name_key") | of_club)
    return entries


def shown_rating(entry: Entry, game: str) -> float | None:
    """The rating that was brought along, else the one on this platform, else None."""
    if entry.rating is not None:
        return entry.rating
    return next((rating.value for rating in entry.player.ratings.all() if rating.game == game), None)


def players_to_enter(user: Person, tournament: Tournament, words: str, limit: int) -> list[Player]:
    """Players whom this person may see, whose name contains the words and who are not entered yet, without the guests
    of others; besides the account with this user name."""
    if not words:
        return []
    known = Entry.objects.filter(player=OuterRef("pk"), tournament__in=_of_same_organiser(tournament).values("pk"))
    found = findable_players(user).filter(named(words)) | Player.objects.filter(
        user__username__iexact=words, user__is_active=True
    )
    # Whoever is invited, or stands in for somebody who is, or does not want to be.
    players = found.exclude(entries__tournament=tournament).exclude(invited_entries__tournament=tournament)
    players = players.exclude(entries__invited__isnull=False).exclude(declined_invitations__tournament=tournament)
    players = players.filter(Q(user__isnull=False) | Q(entries=None) | Exists(known)).distinct()
    return list(players.prefetch_related("ratings")[:limit])


def own_entry(user: Person, tournament: Tournament) -> Entry | None:
    """The entry of this account's player."""
    if not user.is_authenticated or not user.is_active:
        return None
    return tournament.entries.filter(player__user=user.pk).select_related("player", "tournament").first()


def own_invitation(user: Person, tournament: Tournament) -> Entry | None:
    """The entry that somebody else made for this account, without an answer so far."""
    if not user.is_authenticated or not user.is_active:
        return None
    return tournament.entries.filter(invited__user=user.pk).select_related("player", "tournament").first()


def invitations_of(user: User) -> list[Entry]:
    """The entries that somebody else made for this account and that it knows of, the latest first."""
    known = ~Q(tournament__status=Tournament.Status.DRAFT) | Q(tournament__registration=True)
    known |= Q(tournament__check_in_open=True)
    entries = Entry.objects.filter(known, invited__user=user, tournament__practice=False).order_by("-pk")
    entries = entries.exclude(tournament__cancelled_from=Tournament.Status.DRAFT)
    return list(entries.select_related("tournament__organiser__player", "player")[:MOST_INVITATIONS])


def presence(tournament: Tournament) -> Presence:
    """How many players are checked in."""
    here = Count("pk", filter=Q(checked_in_at__isnull=False))
    counts = tournament.entries.filter(status=Entry.Status.ACTIVE).aggregate(here=here, players=Count("pk"))
    return Presence(counts["here"], counts["players"])


def open_tables_of(entry: Entry) -> list[Table]:
    """The tables of published rounds at which this entry still has to play or to wait for a result."""
    mine = Seat.objects.filter(entry=entry).values("table")
    tables = Table.objects.filter(pk__in=mine, is_bye=False, round__status=Round.Status.PUBLISHED)
    tables = tables.exclude(status=Table.Status.CONFIRMED).select_related("round__stage__tournament")
    return list(tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("position"))).order_by("pk"))


def left_tables(tournament: Tournament) -> list[tuple[Table, list[str]]]:
    """Open tables of published rounds at which somebody sits who does not play any more, with the names."""
    left = Seat.objects.filter(absent=False).exclude(entry__status=Entry.Status.ACTIVE).select_related("entry__player")
    tables = Table.objects.filter(
        round__stage__tournament=tournament,
        round__status=Round.Status.PUBLISHED,
        status=Table.Status.OPEN,
        is_bye=False,
        pk__in=left.filter(table__round__stage__tournament=tournament).values("table"),
    )
    found = tables.select_related("round").prefetch_related(Prefetch("seats", left, "left"))
    return [(table, [seat.entry.player.name for seat in table.left]) for table in found.order_by("number", "pk")]


def in_draft(entry: Entry) -> Round | None:
    """The draft round in which this entry is paired."""
    return Round.objects.filter(status=Round.Status.DRAFT, tables__seats__entry=entry).first()


def accepts_late_entries(tournament: Tournament) -> bool:
    """Players may still be entered into the running stage."""
    if tournament.status != Tournament.Status.RUNNING:
        return False
    stage = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    return stage is not None and stage.position == 1 and get_format(stage.format).accepts_late


def club_mates(tournament: Tournament) -> list[tuple[str, int]]:
    """Clubs with more than one active player and their numbers, the largest first. Spelling counts, case and accents do
    not."""
    clubs = list(tournament.entries.filter(status=Entry.Status.ACTIVE).exclude(club="").values_list("club", flat=True))
    counts = Counter(plain(club) for club in clubs)
    names = {plain(club): club for club in reversed(clubs)}
    many = [(names[key], count) for key, count in counts.items() if count > 1]
    return sorted(many, key=lambda line: (-line[1], name_key(line[0])))


def check_ins_of(user: User) -> list[Entry]:
    """The entries that this account can still check in by itself, for its home page."""
    open_now = {"tournament__status": Tournament.Status.DRAFT, "tournament__check_in_open": True}
    entries = Entry.objects.filter(player__user=user, checked_in_at=None, tournament__self_check_in=True, **open_now)
    return list(entries.select_related("tournament"))


def known_players(tournament: Tournament, names: Sequence[str]) -> dict[str, Player]:
    """Guests of these names, in any spelling, who already played for this club, or else for this organiser without a
    club, by the names as they are given. Their names from before a merge count too. Of namesakes the first, and nobody
    twice. No guest who stands in for an account that is invited: that one is for one entry.

    Never somebody with an account: a name is no proof of who it is. Those who were made up for a practice event are
    known in practice events only, and nobody else is known there.
    """
    guests = Player.objects.filter(
        user=None, deleted_at=None, entries__tournament__in=_of_same_organiser(tournament).values("pk")
    ).exclude(entries__invited__isnull=False)
    keys = {name_key(name) for name in names}
    known = NameIndex((player.name, player) for player in guests.filter(name_key__in=keys).distinct().order_by("pk"))
    # A guest who was merged with another one is still called so in the organiser's lists.
    merged = Player.objects.filter(name_key__in=keys, merged_into__in=guests.values("pk")).order_by("pk")
    before = NameIndex((row.name, row.merged_into) for row in merged.select_related("merged_into"))
    found = {
        name: player for name in names if (player := (known if known.alike(name) else before).find(name)) is not None
    }
    # "Hùng" and "Hưng" may each be the guest "Hung", and are not both.
    wanted_by = Counter(player.pk for player in found.values())
    return {name: player for name, player in found.items() if wanted_by[player.pk] == 1 or player.name == name}


def is_guest_of_others(tournament: Tournament, player: Player) -> bool:
    """Whether a player without an account has played, but only for other organisers and clubs."""
    if player.user_id is not None or not player.entries.exists():
        return False
    return not player.entries.filter(tournament__in=_of_same_organiser(tournament).values("pk")).exists()


def _of_same_organiser(tournament: Tournament) -> QuerySet[Tournament]:
    """The tournaments whose guests are the guests of this one: of its club, or of its organiser without a club."""
    of = Q(club=tournament.club_id) if tournament.club_id else Q(club=None, organiser=tournament.organiser_id)
    return Tournament.objects.filter(of, practice=tournament.practice)
