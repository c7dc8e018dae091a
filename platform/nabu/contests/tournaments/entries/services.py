"""Entering players, what is known about them, and the order of their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from competition.seeded_draw import draw_number
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import checked_name
from nabu.contests.tournaments.entering import enter, number, take_out
from nabu.contests.tournaments.entries.queries import is_guest_of_others, known_players
from nabu.contests.tournaments.locks import ANY_STATE, DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.queries import entrants_of
from nabu.contests.tournaments.waiting_list import move_up
from nabu.core.errors import Refused
from nabu.core.name_keys.index import NameIndex, repeated
from nabu.core.name_keys.tidy import is_printable, tidy
from nabu.core.typed_names import check_typed

MOST_RATING = 5000
MOST_TABLE = 1024
LONGEST = {"club": 80, "fide_id": 12, "note": 200, "email": 254}
"""Characters of a detail."""

DETAILS = ("club", "rating", "fide_id", "fixed_table", "note", "email")
"""What may be known about an entry besides the player."""

LATER_DETAILS = {"club", "fixed_table", "note", "email"}
"""Which of them may still be changed after the start; the others decided the seeds."""


@audited
def add_entry(actor: User, tournament: Tournament, player: Player, *, stand_in: bool = False) -> Entry:
    """Enter a player with the last seed, also late into a running stage that takes late players, or as a stand-in.

    Somebody else's account is invited: a guest of the same name plays until the person accepts
    (`nabu.contests.tournaments.entries.invitations`). Raises Refused for somebody already entered, for a guest of
    others, and where nobody is taken any more.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    if is_guest_of_others(locked, player):
        raise Refused(
            _("%(name)s is a guest of another organiser. Add the player by name instead.") % {"name": player.name}
        )
    entry = enter(actor, locked, [player], stand_in=stand_in)[0]
    audit(
        actor,
        "entry.added",
        entry,
        after={"player": entry.player_id, "name": player.name, "seed": entry.seed} | _marked(stand_in),
        tournament=locked,
    )
    return entry


@audited
def add_entries_by_name(
    actor: User, tournament: Tournament, names: Sequence[str], *, stand_in: bool = False
) -> list[Entry]:
    """Enter people by name, in this order, before the start or late, or as stand-ins. All of them or nobody.

    A guest of this name, in any spelling, who already played for this organiser, or for the club of the tournament, is
    that guest; any other name becomes a new player without an account. A name never leads to somebody with an account.
    Empty names are left out. Raises Refused for a name that is given twice or entered already.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    wanted = [checked_name(name) for name in names if name.strip()]
    if not wanted:
        raise Refused(_("Enter at least one name."))
    twice = repeated(wanted)
    if twice:
        raise Refused(_("These names appear more than once: %(names)s.") % {"names": ", ".join(twice)})
    check_not_entered(locked, wanted)
    known = known_players(locked, wanted)
    for name in wanted:
        if name not in known:
            check_typed(name)
    players = [known.get(name) or Player.objects.create(name=name, created_by=actor) for name in wanted]
    new = [player.pk for player, name in zip(players, wanted, strict=True) if name not in known]
    entries = enter(actor, locked, players, stand_in=stand_in)
    audit(
        actor,
        "entries.added",
        locked,
        after={"names": [player.name for player in players], "new_players": new} | _marked(stand_in),
        tournament=locked,
    )
    return entries


def check_not_entered(tournament: Tournament, names: Sequence[str]) -> None:
    """Raises Refused for names that stand on the list already, whoever of that name it would be."""
    entered = NameIndex((name, True) for name in tournament.entries.values_list("player__name", flat=True))
    again = [name for name in names if entered.alike(name)]
    if again:
        raise Refused(_("Already in the tournament: %(names)s.") % {"names": ", ".join(again)})


KEPT_DETAILS = ("club", "rating", "fide_id", "fixed_table", "email")
"""What is still true of a player who is entered again in the next event. A note is about one event."""


def take_over_details(pairs: Sequence[tuple[Entry, Entry]]) -> None:
    """Let entries of a locked draft have the details of earlier ones (before, now): the caller writes it down.

    What somebody told about themselves in between, like the club of a registration, stays.
    """
    for before, now in pairs:
        for name in KEPT_DETAILS:
            setattr(now, name, getattr(now, name) or getattr(before, name))
    Entry.objects.bulk_update([now for _before, now in pairs], KEPT_DETAILS)


@audited
def update_entry(actor: User, entry: Entry, **details: Any) -> Entry:
    """Change what is known about an entry (`DETAILS`); after the start only `LATER_DETAILS`. Raises Refused."""
    locked = lock_as(actor, entry.tournament_id, ANY_STATE)
    unknown = details.keys() - set(DETAILS)
    if unknown:
        raise TypeError(f"unknown details: {sorted(unknown)}")
    current = current_entry(entry)
    before = {name: getattr(current, name) for name in DETAILS}
    after = before | {name: _checked_detail(name, value) for name, value in details.items()}
    check_typed(after["club"], before["club"])
    changed = [name for name in DETAILS if before[name] != after[name]]
    if not changed:
        return current
    if locked.status != DRAFT and set(changed) - LATER_DETAILS:
        raise Refused(_("After the start only club, fixed table, note and e-mail can be changed."))
    for name in changed:
        setattr(current, name, after[name])
    current.save(update_fields=changed)
    audit(
        actor,
        "entry.changed",
        current,
        {name: _told(name, before[name]) for name in changed},
        {name: _told(name, after[name]) for name in changed},
        tournament=locked,
    )
    return current


@audited
def remove_entry(actor: User, entry: Entry) -> None:
    """Take somebody out before the start; the seeds behind move up, and so does the waiting list."""
    locked = lock_as(actor, entry.tournament_id, {DRAFT})
    take_out_entry(actor, locked, current_entry(entry))


@audited
def take_out_entry(actor: User | None, tournament: Tournament, entry: Entry) -> None:
    """The removal itself, from a locked draft, for somebody who may."""
    before = {"name": entry.player.name, "seed": entry.seed}
    if entry.paid_at is not None:
        before["paid"] = True
    take_out(entry, Registration.Status.DECLINED)
    moved_up = move_up(tournament)
    after = {"moved_up": moved_up} if moved_up else None
    audit(actor, "entry.removed", entry, before, after, tournament=tournament)


@audited
def set_seeds(actor: User, tournament: Tournament, entry_ids_in_order: Sequence[int]) -> None:
    """Seed all entries in this order, the strongest first. Raises Refused if the list is not exactly all entries."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    if sorted(entry_ids_in_order) != sorted(locked.entries.values_list("pk", flat=True)):
        raise Refused(_("The list of players has changed meanwhile. Reload the page and try again."))
    _reorder(actor, locked, entry_ids_in_order)


@audited
def move_entry(actor: User, entry: Entry, seed: int) -> None:
    """Give one entry this seed; those in between move by one. A number past the end is the end."""
    locked = lock_as(actor, entry.tournament_id, {DRAFT})
    current = current_entry(entry)
    order = [pk for pk in locked.entries.values_list("pk", flat=True) if pk != current.pk]
    order.insert(max(seed, 1) - 1, current.pk)
    _reorder(actor, locked, order)


@audited
def seed_by_rating(actor: User, tournament: Tournament) -> None:
    """Order the entries by rating, the best first: the one brought along, else the strength that the player very
    probably has by the rating on this platform.

    Who has none stays in the same order behind them.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT})
    strengths = {entrant.id: entrant.strength for entrant in entrants_of(locked)}
    order = list(locked.entries.values_list("pk", flat=True))
    order.sort(key=lambda pk: ((strength := strengths.get(pk)) is None, -(strength or 0)))
    _reorder(actor, locked, order)


@audited
def seed_by_draw(actor: User, tournament: Tournament) -> None:
    """Order the entries by lot. The same lot and the same entries always give the same order."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    order = sorted(locked.entries.values_list("pk", flat=True), key=lambda pk: draw_number(locked.lot, "seeds", pk))
    _reorder(actor, locked, order)


def current_entry(entry: Entry) -> Entry:
    """The entry as it is now, with its player. Raises Refused if it was removed."""
    found = Entry.objects.select_related("player").filter(pk=entry.pk).first()
    if found is None:
        raise Refused(_("This player is no longer in the tournament."))
    return found


def _reorder(actor: User, tournament: Tournament, order: Sequence[int]) -> None:
    """Number the entries of a locked draft in this order, and write it down."""
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    before = [entry.pk for entry in sorted(entries.values(), key=lambda e: (e.seed, e.pk))]
    number([entries[pk] for pk in order])
    audit(actor, "entries.seeded", tournament, {"order": before}, {"order": list(order)}, tournament=tournament)


def _checked_detail(name: str, value: Any) -> Any:
    """A detail as it is stored. Raises Refused."""
    if name in ("rating", "fixed_table"):
        most = MOST_RATING if name == "rating" else MOST_TABLE
        if value is not None and not 1 <= value <= most:
            raise Refused(_("Ratings are 1 to %(rating)s, tables 1 to %(table)s.") % _MOST)
        return value
    text = tidy(str(value))
    if not is_printable(text):
        raise Refused(_("Control characters are not allowed."))
    if len(text) > LONGEST[name]:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": LONGEST[name]})
    if name == "email" and text:
        try:
            validate_email(text)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
    if name == "fide_id" and text and not (text.isascii() and text.isdigit()):
        raise Refused(_("A FIDE ID has digits only."))
    return text


def _marked(stand_in: bool) -> dict[str, bool]:
    return {"stand_in": True} if stand_in else {}


def _told(name: str, value: Any) -> Any:
    """A detail as the history tells it: not the address, which is nobody else's business."""
    return bool(value) if name == "email" else value


_MOST = {"rating": MOST_RATING, "table": MOST_TABLE}
