"""Practice events: tournaments made up for practice, with players that do not exist."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import GameLog
from nabu.contests.practice.made_up_people import made_up_names
from nabu.contests.results.logs.deleting import delete_files
from nabu.contests.results.settling.same_game import forget_games
from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.jobs import delete_jobs
from nabu.contests.tournaments.locks import ANY_STATE, DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.permissions import Level, is_organiser
from nabu.contests.tournaments.prizes.services import prizes_of, set_prizes
from nabu.contests.tournaments.setup.copying import PLAYED, settings_of
from nabu.contests.tournaments.setup.services import NAME_LENGTH, TournamentSpec, create_tournament
from nabu.core.errors import NotAllowed, Refused

FEWEST = 2
"""Players of a practice event, whoever makes it up; there are at most as many as in any tournament."""


@audited
def create_practice_event(actor: User, spec: TournamentSpec, players: int, *, draw_seed: str = "") -> Tournament:
    """A draft with so many made-up players that only the actor sees. Its description says so. Raises Refused."""
    if not FEWEST <= players <= MOST_ENTRIES:
        raise Refused(
            _("A practice event has %(fewest)s to %(most)s players.") % {"fewest": FEWEST, "most": MOST_ENTRIES}
        )
    words = _("Practice event with made-up players.")
    made = create_tournament(actor, replace(spec, description=words), draw_seed=draw_seed, practice=True)
    add_entries_by_name(actor, made, made_up_names(players))
    return made


@audited
def copy_to_practice_event(actor: User, draft: Tournament) -> Tournament:
    """A practice event of a draft: the same rules, stages, clock and prizes, and as many made-up players.

    Raises Refused.
    """
    locked = lock_as(actor, draft.pk, {DRAFT})
    name = (_("Practice: %(name)s") % {"name": locked.name})[:NAME_LENGTH]
    spec = TournamentSpec(name=name, **settings_of(locked, PLAYED))
    made = create_practice_event(actor, spec, locked.entries.count())
    set_prizes(actor, made, prizes_of(locked))
    return made


def delete_practice_event(actor: User, tournament: Tournament) -> None:
    """Delete a practice event at any time, with its game logs and its made-up players. Raises Refused for a real one.

    Large ones take seconds, so a transaction deletes one round, the latest first: whatever ends this in the middle,
    the rest can be deleted as well.
    """
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("-stage__position", "-number")
    for round_ in list(rounds):
        _delete_round(actor, round_, tournament)
    _delete_event(actor, tournament)


@audited
def _delete_round(actor: User, round_: Round, tournament: Tournament) -> None:
    locked = _locked_to_delete(actor, tournament)
    audit(actor, "tournament.emptied", locked, before={"name": locked.name, "round": round_.number})
    _delete_with_logs(Round.objects.filter(pk=round_.pk, stage__tournament=locked), Q(submissions__table__round=round_))


@audited
def _delete_event(actor: User, tournament: Tournament) -> None:
    locked = _locked_to_delete(actor, tournament)
    audit(actor, "tournament.deleted", locked, before={"name": locked.name, "rehearsal": True})
    people = list(locked.entries.values_list("player_id", flat=True))
    # Seats protect their entries, so a round that was paired meanwhile goes first.
    _delete_with_logs(locked.stages.all(), Q(submissions__table__round__stage__tournament=locked))
    delete_jobs(locked)
    locked.delete()
    Player.objects.filter(pk__in=people, user=None, entries=None, rating_entries=None).delete()


def _locked_to_delete(actor: User, tournament: Tournament) -> Tournament:
    locked = lock_as(actor, tournament.pk, ANY_STATE, Level.OWNER)
    if not locked.practice:
        raise Refused(_("This is not a practice event."))
    return locked


def _delete_with_logs(rows: QuerySet[Round] | QuerySet[Stage], submitted: Q) -> None:
    logs = list(GameLog.objects.filter(submitted).values_list("pk", flat=True).distinct())
    rows.delete()
    delete_files(GameLog.objects.filter(pk__in=logs, submissions=None, table=None))
    forget_games()


def lock_practice_event(actor: User, tournament: Tournament) -> Tournament:
    """The practice event, locked for a director while something is left to play. Raises NotAllowed or Refused."""
    if not is_organiser(actor, tournament):
        raise NotAllowed
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    if not locked.practice:
        raise Refused(_("Bots play in practice events only."))
    return locked
