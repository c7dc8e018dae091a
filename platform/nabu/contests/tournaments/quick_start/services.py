"""Tonight's tournament: made, filled, started and paired in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from engine.registry import get_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import checked_name
from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.entries.queries import known_players
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.locks import ANY_STATE, DRAFT, OVER, lock_as
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.presets import DEFAULT_PRESET
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.contests.tournaments.suspended import check_not_suspended
from nabu.core.errors import Refused
from nabu.core.name_keys.index import repeated
from nabu.core.typed_names import check_typed

FEWEST, MOST = 2, 64
"""Players: more are paired by a worker, and nobody runs a hundred without check-in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickStart:
    """What is asked. `names`, or else so many `players` with numbers for names. `publish`: round 1 is shown at once.

    `name` empty: the game and the day, with a number where this account has had such an evening today.
    """

    name: str
    game: str
    table_size: int
    players: int = 0
    names: Sequence[str] = ()
    publish: bool = True


@audited
def quick_start(actor: User, wanted: QuickStart) -> Round:
    """Make the tournament of a club evening, enter everybody, start it and pair round 1. All of it or nothing.

    With numbers for names it is not rated: nobody knows yet who they are. Raises Refused.
    """
    players = len(wanted.names) or wanted.players
    if not FEWEST <= players <= MOST:
        raise Refused(_("A quick start takes %(fewest)s to %(most)s players.") % {"fewest": FEWEST, "most": MOST})
    game = get_game(wanted.game)
    spec = TournamentSpec(
        name=wanted.name or _usual_name(actor, game.title),
        starts_on=localdate(),
        game=game.key,
        ruleset=game.rulesets[0],
        components=game.component_sets[0],
        rated=None if wanted.names else False,
        stages=DEFAULT_PRESET.stages(game.player_counts, wanted.table_size, players),
        **DEFAULT_PRESET.settings,
    )
    tournament = create_tournament(actor, spec)
    if wanted.names:
        add_entries_by_name(actor, tournament, wanted.names)
    else:
        _add_placeholders(actor, tournament, players)
    start_tournament(actor, tournament)
    round_ = pair_round(actor, tournament)
    return publish_round(actor, round_) if wanted.publish else round_


def _usual_name(actor: User, title: str) -> str:
    """ "Babylonia, 28 November 2026", or the first such name with a number that none of their tournaments has."""
    usual = f"{title}, {date_format(localdate(), 'DATE_FORMAT')}"
    taken = set(Tournament.objects.filter(organiser=actor, name__startswith=usual).values_list("name", flat=True))
    names = chain([usual], (f"{usual} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken)


@audited
def _add_placeholders(actor: User, tournament: Tournament, players: int) -> None:
    """New players with numbers for names. They are never those of an earlier evening."""
    locked = lock_as(actor, tournament.pk, {DRAFT})
    names = [_("Player %(number)s") % {"number": number} for number in range(1, players + 1)]
    made = [Player.objects.create(name=name, created_by=actor) for name in names]
    enter(actor, locked, made)
    audit(
        actor,
        "entries.added",
        locked,
        after={"names": names, "new_players": [player.pk for player in made]},
        tournament=locked,
    )


def renamable_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Whose player the organiser made for this tournament alone: no account, none invited, no other tournament."""
    elsewhere = Entry.objects.filter(player=OuterRef("player")).exclude(tournament=tournament)
    own = tournament.entries.filter(~Exists(elsewhere), player__user=None, invited=None)
    return own.select_related("player").order_by("seed", "pk")


@audited
def rename_entries(actor: User, tournament: Tournament, renamed: Sequence[tuple[Entry, str]]) -> None:
    """Say who placeholders are, all of them or nobody. A guest of such a name who already played for this organiser
    takes the place, so that the games count for one person; in a finished tournament only a merge does that.

    Raises Refused for somebody who has an account or played elsewhere, for a name that is entered twice, and for
    a guest whom the club has suspended.
    """
    locked = lock_as(actor, tournament.pk, ANY_STATE)
    wanted = {entry.pk: checked_name(name) for entry, name in renamed}
    entries = list(locked.entries.select_related("player").order_by("seed", "pk"))
    after = [wanted.get(entry.pk, entry.player.name) for entry in entries]
    twice = [name for name in repeated(after) if name in wanted.values()]
    if twice:
        raise Refused(_("These names appear more than once: %(names)s.") % {"names": ", ".join(twice)})
    known = known_players(locked, list(wanted.values()))
    renamable = set(renamable_entries(locked).values_list("pk", flat=True))
    entered = {entry.player_id for entry in entries}
    for entry in entries:
        name = wanted.get(entry.pk, entry.player.name)
        if name != entry.player.name:
            check_typed(name, known[name].name if name in known else "")
            if entry.pk not in renamable:
                kept = {"name": entry.player.name}
                raise Refused(_("%(name)s has an account or played elsewhere, and keeps the name.") % kept)
            same = known.get(name)
            if same is not None and locked.status in OVER:
                raise Refused(
                    _("You know another %(name)s. In a finished tournament, merge the two players instead.")
                    % {"name": name}
                )
            guest = None if same is None or same.pk in entered else same
            check_not_suspended(actor, locked, [guest] if guest else [])
            _rename(actor, entry, name, guest)


@audited
def _rename(actor: User, entry: Entry, name: str, same: Player | None) -> None:
    """Give a player of a locked tournament this name, or put the guest who has it already in the same place."""
    before = entry.player.name
    if same is None:
        entry.player.name = name
        entry.player.save(update_fields=["name"])
    else:
        entry.player = same
        entry.save(update_fields=["player"])
    audit(actor, "entry.renamed", entry, {"name": before}, {"name": name}, tournament=entry.tournament)
