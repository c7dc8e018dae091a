"""Seasons of a club: their rules, and everything that changes them. Directors of the club and staff do.

Every function that changes something raises `nabu.core.errors.NotAllowed` or `nabu.core.errors.Refused`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.utils.translation import gettext as _

from competition.invalid_config import InvalidInput
from competition.season import Band, Formula, SeasonRules, check_rules
from engine.registry import GAMES
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.accounts.versions.services import club_topic, touch
from nabu.contests.clubs.models import Club, Season
from nabu.contests.clubs.permissions import can_organise_for
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import tidy
from nabu.core.typed_names import check_typed

NAME_LENGTH = 80
MOST_SEASONS = 100
CHANGED = "season.changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSpec:
    """What a director decides about a season. `game` empty: events of any."""

    name: str
    starts_on: date
    ends_on: date
    game: str = ""
    rules: SeasonRules = field(default_factory=SeasonRules)


def rules_of(season: Season) -> SeasonRules:
    """How it counts."""
    return SeasonRules(
        formula=Formula(season.formula),
        bands=tuple(Band(up_to, tuple(points)) for up_to, points in season.bands),
        taking_part=season.taking_part,
        best=season.best,
        fewest=season.fewest,
        line=season.qualifying,
    )


@audited
def create_season(actor: User, club: Club, spec: SeasonSpec) -> Season:
    """A new season; events of the past count too. Several may overlap."""
    locked = _lock_club(actor, club.pk)
    if locked.seasons.count() >= MOST_SEASONS:
        raise Refused(_("A club has at most %(most)s seasons.") % {"most": MOST_SEASONS})
    made = Season.objects.create(club=locked, **_columns(spec, ""))
    audit(actor, "season.created", made, after=season_told(made))
    return made


@audited
def change_season(actor: User, season: Season, spec: SeasonSpec, known: int | None = None) -> Season:
    """Other dates or rules. The table is counted anew from the results.

    `known` is the number of the last change (`last_change_number`) that the actor has seen; Refused if there is a later
    one by somebody else.
    """
    locked = _lock(actor, season)
    if known is not None and (other := changes_of(locked).filter(pk__gt=known).exclude(actor=actor).first()):
        raise Refused(
            _("%(name)s changed this season meanwhile. Check it and save again.") % {"name": name_of(other.actor)}
        )
    return _change(actor, locked, _columns(spec, locked.name))


@audited
def change_parts(actor: User, season: Season, changed: Callable[[Season], SeasonSpec]) -> Season:
    """Some of the dates and rules: `changed` makes the new ones from the season as it is now, which nobody else changes
    meanwhile."""
    locked = _lock(actor, season)
    return _change(actor, locked, _columns(changed(locked), locked.name))


@audited
def change_season_back(actor: User, season: Season, known: int) -> Season:
    """Take back the last change of dates and rules; it must be `known`, which the actor means. Doing it again with the
    number of the change back repeats the change."""
    locked = _lock(actor, season)
    last = last_change(locked)
    if last is None:
        raise Refused(_("The dates and rules of this season were never changed."))
    if last.pk != known and last.actor_id == actor.pk:
        raise Refused(_("You have changed this season since, or undone this change already."))
    if last.pk != known:
        raise Refused(
            _("%(name)s changed this season meanwhile. Check it before you undo that.") % {"name": name_of(last.actor)}
        )
    return _change(actor, locked, dict(last.before or {}))


@audited
def delete_season(actor: User, season: Season) -> None:
    """The events stay, and so does a final that was created."""
    locked = _lock(actor, season)
    audit(actor, "season.deleted", locked, before=season_told(locked))
    locked.delete()


@audited
def leave_out(actor: User, season: Season, tournament: int, *, out: bool) -> None:
    """An event of the club does not count in this season, or counts again. Raises Refused for one of others."""
    locked = _lock(actor, season)
    event = locked.club.tournaments.filter(pk=tournament).first()
    if event is None:
        raise Refused(_("This is no event of the club."))
    if locked.left_out.filter(pk=event.pk).exists() == out:
        words = _("“%(name)s” was already left out.") if out else _("“%(name)s” already counts.")
        raise Refused(words % {"name": event.name})
    (locked.left_out.add if out else locked.left_out.remove)(event)
    action = "season.event_left_out" if out else "season.event_counts"
    audit(actor, action, locked, after={"season": locked.name, "tournament": event.name})


@audited
def note_final(actor: User, season: Season, tournament: int, names: list[str]) -> None:
    """Write down that this event was created as the final for these people, inside the service that creates it."""
    locked = _lock(actor, season)
    if locked.final_id is not None:
        raise Refused(_("The final of this season already exists."))
    locked.final_id = tournament
    locked.save(update_fields=["final"])
    audit(actor, "season.final_created", locked, after={"season": locked.name, "names": names})


def changes_of(season: Season | OuterRef) -> QuerySet[AuditEntry]:
    """The changes of dates or rules, each with what they were before, the last first."""
    pk = season.pk if isinstance(season, Season) else season
    entries = AuditEntry.objects.filter(object_type=Season._meta.label_lower, object_id=pk, action=CHANGED)
    return entries.select_related("actor__player").order_by("-pk")


def last_change(season: Season) -> AuditEntry | None:
    """The last change of dates or rules, which `change_season_back` takes back."""
    return changes_of(season).first()


def last_change_number(season: Season) -> int:
    """What `change_season` and `change_season_back` compare; 0 if it was never changed."""
    last = last_change(season)
    return last.pk if last else 0


def _change(actor: User, locked: Season, columns: dict[str, Any]) -> Season:
    before = _told(locked)
    for name, value in columns.items():
        is_day = name in ("starts_on", "ends_on") and isinstance(value, str)
        setattr(locked, name, date.fromisoformat(value) if is_day else value)
    after = _told(locked)
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return locked
    locked.save()
    audit(actor, CHANGED, locked, {name: before[name] for name in changed}, {name: after[name] for name in changed})
    return locked


def _lock_club(actor: User, pk: int) -> Club:
    found = Club.objects.select_for_update().filter(pk=pk).first()
    if found is None:
        raise Refused(_("This club no longer exists."))
    if not can_organise_for(actor, found):
        raise NotAllowed
    touch(club_topic(pk))
    return found


def _lock(actor: User, season: Season) -> Season:
    """The season as it is now, its club locked: all changes of its seasons come one after the other."""
    _lock_club(actor, season.club_id)
    found = Season.objects.select_related("club").filter(pk=season.pk).first()
    if found is None:
        raise Refused(_("This season no longer exists."))
    return found


def _columns(spec: SeasonSpec, name_before: str) -> dict[str, Any]:
    """The columns of what a director decided. Raises Refused."""
    name = tidy(spec.name)
    check_typed(name, name_before)
    if not name:
        raise Refused(_("A season needs a name."))
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %(length)s characters.") % {"length": NAME_LENGTH})
    if spec.ends_on < spec.starts_on:
        raise Refused(_("The last day is before the first day."))
    if spec.game and spec.game not in GAMES:
        raise Refused(_("Unknown game “%(name)s”.") % {"name": spec.game})
    try:
        check_rules(spec.rules)
    except InvalidInput as wrong:
        raise Refused(wrong.message) from None
    return {
        "name": name,
        "starts_on": spec.starts_on,
        "ends_on": spec.ends_on,
        "game": spec.game,
        "formula": spec.rules.formula.value,
        "bands": [[band.up_to, list(band.points)] for band in spec.rules.bands],
        "taking_part": spec.rules.taking_part,
        "best": spec.rules.best,
        "fewest": spec.rules.fewest,
        "qualifying": spec.rules.line,
    }


def season_told(season: Season) -> dict[str, Any]:
    """A season that is made or deleted, as the audit trail has it."""
    return {"club": season.club.name, **_told(season)}


def _told(season: Season) -> dict[str, Any]:
    """Dates and rules by column, as the audit trail has them and `change_season_back` reads them."""
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "game": season.game,
        "formula": season.formula,
        "bands": season.bands,
        "taking_part": season.taking_part,
        "best": season.best,
        "fewest": season.fewest,
        "qualifying": season.qualifying,
    }
