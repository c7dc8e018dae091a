"""Two players become one: entries, results and ratings of one go over to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.registry import GAMES
from nabu.accounts.audit.changes import audited, dry_run
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import Seat
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.services import replay_games_of
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.rating_changes import follow_consents
from nabu.core.errors import NotAllowed, Refused
from nabu.people.claims.models import Merge
from nabu.people.claims.permissions import can_merge
from nabu.statistics.dashboards.facts.staleness import mark_stale


@dataclass(frozen=True, slots=True)
class RatingLine:
    """The ratings of both in one game, and the one after the merge; None: no rating."""

    title: str
    source: float | None
    target: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a merge would do. `problem` is why it is refused; then nothing else is known."""

    source: Player
    target: Player
    tournaments: Sequence[Tournament]
    results: int
    ratings: Sequence[RatingLine] = ()
    problem: str = ""


def events_of(player: Player) -> list[Tournament]:
    """Where this player is entered."""
    return list(Tournament.objects.filter(entries__player=player).order_by("pk"))


def preview(actor: User, source: Player, target: Player) -> Preview:
    """The merge is made, looked at and taken back. Raises NotAllowed."""
    if not can_merge(actor, source, target):
        raise NotAllowed
    tournaments = events_of(source)
    results = Seat.objects.filter(entry__player=source, place__isnull=False).count()
    before = {player.pk: _ratings(player) for player in (source, target)}
    try:
        with dry_run():
            merge_players(actor, source, target)
            after = _ratings(target)
    except Refused as refusal:
        return Preview(source, target, tournaments, results, problem=refusal.message)
    lines = [
        RatingLine(
            GAMES[game].title if game in GAMES else game,
            before[source.pk].get(game),
            before[target.pk].get(game),
            after.get(game),
        )
        for game in sorted(after.keys() | before[source.pk].keys() | before[target.pk].keys())
    ]
    return Preview(source, target, tournaments, results, lines)


@audited
def merge_players(actor: User, source: Player, target: Player) -> Merge:
    """`target` takes over everything of `source`, whose row stays. Raises NotAllowed or Refused."""
    if not can_merge(actor, source, target):
        raise NotAllowed
    return take_over(actor, source, target, Entry.Consent.NONE)


def take_over(actor: User, source: Player, target: Player, consent: str) -> Merge:
    """The merge itself, for somebody who may, in the caller's transaction. Entries without consent get this one."""
    events, players = lock_both(source, target)
    source, target = _checked(players.get(source.pk), players.get(target.pk))
    moved: dict[str, str] = {}
    for event in events:
        moved |= _move(actor, event, source, target, consent)
    source.merged_into = target
    source.save(update_fields=["merged_into"])
    Player.objects.filter(merged_into=source).update(merged_into=target)
    _follow(source, events)
    merge = Merge.objects.create(source=source, target=target, entries=moved, made_by=actor)
    after = {"player": target.pk, "name": target.name, "entries": len(moved)}
    audit(actor, "player.merged", source, {"player": source.pk, "name": source.name}, after)
    return merge


def lock_both(source: Player, target: Player) -> tuple[list[int], dict[int, Player]]:
    """The tournaments of the source, then the rows of both players, by their ids.

    Whoever decides about a guest locks all of it first, and in this order, so that nobody waits in a circle.
    """
    entered = set(Entry.objects.filter(player=source).values_list("tournament_id", flat=True))
    registered = set(Registration.objects.filter(player=source).values_list("tournament_id", flat=True))
    events = sorted(entered | registered)
    for event in events:
        lock_tournament(event)
    players = Player.objects.select_for_update().filter(pk__in=[source.pk, target.pk]).order_by("pk")
    return events, {player.pk: player for player in players}


@audited
def undo_merge(actor: User, merge: Merge) -> None:
    """Staff give everything back that is still there. Raises NotAllowed or Refused."""
    if not actor.is_staff:
        raise NotAllowed
    events = sorted(set(Entry.objects.filter(pk__in=merge.entries).values_list("tournament_id", flat=True)))
    for event in events:
        lock_tournament(event)
    current = Merge.objects.select_for_update().select_related("source", "target").get(pk=merge.pk)
    source, target = current.source, current.target
    if current.undone_at is not None or source.merged_into_id != target.pk:
        raise Refused(_("This merge was already undone, or %(name)s was merged again.") % {"name": target.name})
    for event in events:
        _move_back(actor, event, current)
    source.merged_into = None
    source.save(update_fields=["merged_into"])
    Player.objects.filter(pk__in=_merged_before(source), merged_into=target).update(merged_into=source)
    _follow(target, events)
    current.undone_at = timezone.now()
    current.save(update_fields=["undone_at"])
    audit(actor, "player.unmerged", source, {"player": target.pk}, {"player": source.pk, "name": source.name})


def _checked(source: Player | None, target: Player | None) -> tuple[Player, Player]:
    """Raises Refused with what is in the way."""
    if source is None or target is None:
        raise Refused(_("This player no longer exists."))
    if source.pk == target.pk:
        raise Refused(_("Choose another player."))
    if source.merged_into_id is not None or target.merged_into_id is not None:
        raise Refused(_("One of the two was already merged into another player."))
    if source.user_id is not None and target.user_id is not None:
        raise Refused(_("Both have accounts. Only a player without an account can be merged into another one."))
    if source.user_id is not None:
        raise Refused(_("%(name)s has an account. Merge the other player into this one.") % {"name": source.name})
    if Entry.objects.filter(player__in=[source, target], invited__isnull=False).exists():
        raise Refused(_("One of the two is invited to a tournament and has not answered yet."))
    both = Tournament.objects.filter(entries__player=source).filter(entries__player=target).first()
    if both is not None:
        raise Refused(
            _("%(one)s and %(other)s both play in “%(tournament)s”, so they are two people.")
            % {"one": source.name, "other": target.name, "tournament": both.name}
        )
    return source, target


@audited
def _move(actor: User, event: int, source: Player, target: Player, consent: str) -> dict[str, str]:
    """Entry and registration in one tournament; the consents that were there before, by entry."""
    tournament = Tournament.objects.get(pk=event)
    entries = list(Entry.objects.filter(tournament=tournament, player=source))
    registrations = Registration.objects.filter(tournament=tournament)
    if entries:
        registrations.filter(player=target, status__in=HOPES).update(status=Registration.Status.ACCEPTED)
    if registrations.filter(player=target).exists():
        registrations.filter(player=source).delete()
    else:
        registrations.filter(player=source).update(player=target)
    before = {str(entry.pk): entry.consent for entry in entries}
    for entry in entries:
        entry.player = target
        if tournament.rated:
            # In an unrated event it would mean nothing, and must not count if the event becomes rated later.
            entry.consent = entry.consent or consent
        entry.save(update_fields=["player", "consent"])
    about = entries[0] if entries else tournament
    audit(actor, "entry.merged", about, _named(source), _named(target), tournament=tournament)
    return before


@audited
def _move_back(actor: User, event: int, merge: Merge) -> None:
    tournament = Tournament.objects.get(pk=event)
    for entry in Entry.objects.filter(tournament=tournament, pk__in=merge.entries, player=merge.target):
        entry.player, entry.consent = merge.source, merge.entries[str(entry.pk)]
        entry.save(update_fields=["player", "consent"])
        # Who hoped for a place here was accepted by the merge, and hopes again.
        hopes_again = Registration.Status.PENDING if tournament.registration_approval else Registration.Status.WAITING
        accepted = tournament.registrations.filter(player=merge.target, status=Registration.Status.ACCEPTED)
        accepted.update(status=hopes_again)
        audit(actor, "entry.unmerged", entry, _named(merge.target), _named(merge.source), tournament=tournament)


def _merged_before(player: Player) -> set[int]:
    """Who was merged into this player, also by way of others, and still is."""
    found: set[int] = set()
    new = {player.pk}
    while new:
        merges = Merge.objects.filter(target__in=new, undone_at=None)
        new = set(merges.values_list("source", flat=True)) - found
        found |= new
    return found


def _named(player: Player) -> dict[str, object]:
    return {"player": player.pk, "name": player.name}


def _follow(player: Player, events: Sequence[int]) -> None:
    """Ratings and statistics, after seats of this player in these events have become another's.

    What a guest has played waits unrated if the account that took it over has not agreed to be rated there.
    """
    rated = Tournament.objects.filter(game__in=replay_games_of(player.pk), practice=False)
    for tournament in Tournament.objects.filter(pk__in=events).order_by("pk"):
        follow_consents(tournament)
    mark_stale({*events, *rated.values_list("pk", flat=True)})


def _ratings(player: Player) -> dict[str, float]:
    return dict(Rating.objects.filter(player=player).values_list("game", "value"))
