"""Entering players, their seeds, and players who leave."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from nabu.audit.changes import change
from nabu.audit.services import record
from nabu.errors import Refused
from nabu.players.models import Player, User
from nabu.players.services import checked_name
from nabu.tournaments.models import Entry, Tournament
from nabu.tournaments.services.locks import DRAFT, RUNNING, lock_as

MOST_ENTRIES = 1024


@change
def add_entry(actor: User, tournament: Tournament, player: Player) -> Entry:
    """Enter a player with the last seed. Raises Refused after the start or for somebody already entered."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    entry = _enter(locked, [player])[0]
    record(
        actor,
        "entry.added",
        entry,
        after={"player": player.pk, "name": player.name, "seed": entry.seed},
        tournament=locked,
    )
    return entry


@change
def add_entries_by_name(actor: User, tournament: Tournament, names: Sequence[str]) -> list[Entry]:
    """Enter people by name, in this order. All of them or nobody.

    A name that already played for this organiser is that player; any other name becomes a new player without an
    account. Empty names are left out. Raises Refused for a name that is given twice or entered already.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT})
    wanted = [checked_name(name) for name in names if name.strip()]
    if not wanted:
        raise Refused(_("Write at least one name."))
    twice = sorted({name for name in wanted if wanted.count(name) > 1})
    if twice:
        raise Refused(_("These names are given more than once: %(names)s.") % {"names": ", ".join(twice)})
    known: dict[str, Player] = {}
    earlier = Player.objects.filter(entries__tournament__organiser_id=locked.organiser_id, name__in=wanted)
    for player in earlier.distinct().order_by("pk"):
        known.setdefault(player.name, player)
    players = [known.get(name) or Player.objects.create(name=name) for name in wanted]
    entries = _enter(locked, players)
    record(
        actor,
        "entries.added",
        locked,
        after={"names": wanted, "new_players": [p.pk for p in players if p.name not in known]},
        tournament=locked,
    )
    return entries


@change
def remove_entry(actor: User, entry: Entry) -> None:
    """Take somebody out before the start; the seeds behind move up."""
    locked = lock_as(actor, entry.tournament_id, {DRAFT})
    current = _current(entry)
    record(
        actor, "entry.removed", current, before={"name": current.player.name, "seed": current.seed}, tournament=locked
    )
    current.delete()
    _number(list(locked.entries.order_by("seed", "pk")))


@change
def drop_entry(actor: User, entry: Entry) -> Entry:
    """Somebody leaves a running tournament: no more pairings. Results so far stay."""
    return _set_status(actor, entry, Entry.Status.ACTIVE, Entry.Status.DROPPED, "entry.dropped")


@change
def reinstate_entry(actor: User, entry: Entry) -> Entry:
    """Somebody who dropped comes back and is paired again from the next round on."""
    return _set_status(actor, entry, Entry.Status.DROPPED, Entry.Status.ACTIVE, "entry.reinstated")


@change
def set_seeds(actor: User, tournament: Tournament, entry_ids_in_order: Sequence[int]) -> None:
    """Seed all entries in this order, the strongest first. Raises Refused if the list is not exactly all entries."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    entries = {entry.pk: entry for entry in locked.entries.all()}
    if sorted(entry_ids_in_order) != sorted(entries):
        raise Refused(_("The list of entries has changed meanwhile. Look at it again."))
    before = [entry.pk for entry in sorted(entries.values(), key=lambda e: (e.seed, e.pk))]
    _number([entries[pk] for pk in entry_ids_in_order])
    record(actor, "entries.seeded", locked, {"order": before}, {"order": list(entry_ids_in_order)}, tournament=locked)


def _enter(tournament: Tournament, players: Sequence[Player]) -> list[Entry]:
    entered = set(tournament.entries.values_list("player_id", flat=True))
    again = [player.name for player in players if player.pk in entered]
    if again:
        raise Refused(_("Already entered: %(names)s.") % {"names": ", ".join(again)})
    if len(entered) + len(players) > MOST_ENTRIES:
        raise Refused(_("A tournament has at most %(most)s players.") % {"most": MOST_ENTRIES})
    last = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    return [
        Entry.objects.create(tournament=tournament, player=player, seed=seed)
        for seed, player in enumerate(players, start=last + 1)
    ]


def _number(entries: Sequence[Entry]) -> None:
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])


def _current(entry: Entry) -> Entry:
    found = Entry.objects.select_related("player").filter(pk=entry.pk).first()
    if found is None:
        raise Refused(_("This player is not entered any more."))
    return found


def _set_status(actor: User, entry: Entry, old: str, new: str, action: str) -> Entry:
    locked = lock_as(actor, entry.tournament_id, {RUNNING})
    current = _current(entry)
    if current.status != old:
        if new == Entry.Status.DROPPED:
            raise Refused(_("%(name)s has already dropped.") % {"name": current.player.name})
        raise Refused(_("%(name)s has not dropped.") % {"name": current.player.name})
    current.status = new
    current.save(update_fields=["status"])
    record(actor, action, current, {"status": old}, {"status": new}, tournament=locked)
    return current
