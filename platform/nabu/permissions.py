"""Who may see and do what. Everything that is not allowed here is refused.

These functions look at persons and at visibility. Whether the state of a table or a tournament allows an action is
checked by the services.
"""

from __future__ import annotations

from enum import IntEnum

from django.contrib.auth.models import AnonymousUser

from nabu.clubs.models import Club, Membership
from nabu.games.models import ComponentSet
from nabu.lab.models import Experiment
from nabu.matches.models import GameLog, ResultReport, Table
from nabu.players.models import User
from nabu.tournaments.models import Entry, Round, Tournament
from nabu.variants.models import Variant

Person = User | AnonymousUser


class Level(IntEnum):
    """What somebody may do in a tournament; a higher level may all that a lower one may."""

    NOBODY = 0
    SCOREKEEPER = 1
    DIRECTOR = 2
    OWNER = 3


LEVELS = {"scorekeeper": Level.SCOREKEEPER, "director": Level.DIRECTOR, "owner": Level.OWNER}
"""Levels by the names of `tournaments.Role.Kind` and `clubs.Membership.Kind`."""


def level_of(user: Person, tournament: Tournament) -> Level:
    """The best of: owner of the tournament, role in it, membership of its club. Staff are owners everywhere.

    It is asked for many times while a page is made, so the tournament remembers it.
    """
    if not isinstance(user, User) or not user.is_active:
        return Level.NOBODY
    if user.is_staff or tournament.organiser_id == user.pk:
        return Level.OWNER
    known: dict[int, Level] = tournament.__dict__.setdefault("_levels", {})
    if user.pk not in known:
        kinds = list(tournament.roles.filter(user=user).values_list("kind", flat=True))
        if tournament.club_id is not None:
            kinds += Membership.objects.filter(club=tournament.club_id, user=user).values_list("kind", flat=True)
        known[user.pk] = max((LEVELS[kind] for kind in kinds), default=Level.NOBODY)
    return known[user.pk]


def is_owner(user: Person, tournament: Tournament) -> bool:
    """Delete a draft, give roles, hand over: the owner, an owner of the club, staff."""
    return level_of(user, tournament) >= Level.OWNER


def is_organiser(user: Person, tournament: Tournament) -> bool:
    """Run the tournament: pair, publish, rule, punish, undo, approve. Directors and the owner."""
    return level_of(user, tournament) >= Level.DIRECTOR


def can_keep_score(user: Person, tournament: Tournament) -> bool:
    """Check in, enter results, keep the clock: scorekeepers, directors and the owner."""
    return level_of(user, tournament) >= Level.SCOREKEEPER


def can_manage_club(user: Person, club: Club) -> bool:
    """Rename a club, say who is in it, close it: its owners and staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or club.memberships.filter(user=user, kind=Membership.Kind.OWNER).exists()


def can_see_members(user: Person, club: Club) -> bool:
    """The members of a club see each other; so do staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or club.memberships.filter(user=user).exists()


def is_own_entry(user: Person, entry: Entry) -> bool:
    """The account's player is the one who is entered."""
    return user.is_authenticated and user.is_active and entry.player.user_id == user.pk


def can_create_tournament(user: Person) -> bool:
    """Every account may run tournaments."""
    return user.is_authenticated and user.is_active


def can_see_tournament(user: Person, tournament: Tournament) -> bool:
    """Everybody once it has started; a draft and a rehearsal only those with a role in it."""
    public = tournament.status != Tournament.Status.DRAFT and not tournament.rehearsal
    return public or can_keep_score(user, tournament)


def can_see_round(user: Person, round_: Round) -> bool:
    """Everybody once it is published; a draft only the directors."""
    tournament = round_.stage.tournament
    if round_.status == Round.Status.DRAFT:
        return is_organiser(user, tournament)
    return can_see_tournament(user, tournament)


def can_see_table(user: Person, table: Table) -> bool:
    """Whoever sees the round sees its tables."""
    return can_see_round(user, table.round)


def sits_at(user: Person, table: Table) -> bool:
    """The account's player has a seat at this table of a published round."""
    return (
        user.is_authenticated
        and user.is_active
        and table.round.status != Round.Status.DRAFT
        and table.seats.filter(entry__player__user=user).exists()
    )


def can_report(user: Person, table: Table) -> bool:
    """The players of the table. The organiser rules instead (`can_rule`)."""
    return sits_at(user, table)


def can_confirm(user: Person, report: ResultReport) -> bool:
    """Another player of the table than the one who reported, or who keeps score; never the reporter."""
    if not user.is_authenticated or report.reported_by_id == user.pk:
        return False
    return sits_at(user, report.table) or can_keep_score(user, report.table.round.stage.tournament)


def can_dispute(user: Person, report: ResultReport) -> bool:
    """Another player of the table than the one who reported."""
    return user.is_authenticated and report.reported_by_id != user.pk and sits_at(user, report.table)


def can_object(user: Person, table: Table) -> bool:
    """Another player of the table than the one who sent the log that is its result."""
    return sits_at(user, table) and not table.submissions.filter(log=table.log_id, submitted_by=user.pk).exists()


def can_rule(user: Person, table: Table) -> bool:
    """Enter results: who keeps score. To overrule a result or a dispute takes a director (`can_overrule`)."""
    return can_keep_score(user, table.round.stage.tournament)


def can_overrule(user: Person, table: Table) -> bool:
    """Correct, settle and take back results: directors."""
    return is_organiser(user, table.round.stage.tournament)


def can_upload(user: Person, table: Table | None) -> bool:
    """A log at a table: its players and the organiser. A log without a table: every account."""
    if not user.is_authenticated or not user.is_active:
        return False
    return table is None or sits_at(user, table) or can_rule(user, table)


def can_see_photos(user: Person, table: Table) -> bool:
    """Photos of a score sheet may show people: only the players of the table and who keeps score look at them."""
    return can_upload(user, table)


def can_see_log(user: Person, log: GameLog) -> bool:
    """Staff, who sent it, and whoever sees a table that it was sent for."""
    if user.is_authenticated and (user.is_staff or log.submissions.filter(submitted_by=user).exists()):
        return True
    tables = Table.objects.filter(submissions__log=log).select_related("round__stage__tournament").distinct()
    return any(can_see_table(user, table) for table in tables)


def can_load_components(user: Person) -> bool:
    """Every account may load a component set."""
    return user.is_authenticated and user.is_active


def can_withdraw_components(user: Person, components: ComponentSet) -> bool:
    """Who loaded it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or components.uploaded_by_id == user.pk)


def can_restore_components(user: Person, components: ComponentSet) -> bool:
    """Staff; and who loaded it, unless staff withdrew it."""
    if not can_withdraw_components(user, components):
        return False
    return user.is_staff or components.withdrawn_by_id in (None, user.pk)


def can_save_variant(user: Person) -> bool:
    """Every account may give a way to play a name."""
    return user.is_authenticated and user.is_active


def can_retire_variant(user: Person, variant: Variant) -> bool:
    """Who saved it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or variant.owner_id == user.pk)


def can_run_experiments(user: Person) -> bool:
    """Every account may try variants with bots."""
    return user.is_authenticated and user.is_active


def can_steer_experiment(user: Person, experiment: Experiment) -> bool:
    """Pause, call off, remove: who started it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or experiment.owner_id == user.pk)


def can_see_experiment(user: Person, experiment: Experiment) -> bool:
    """Everybody what was played to its end or called off; anything else who started it, and staff."""
    if experiment.retired_at is not None:
        return False
    over = experiment.status in (experiment.Status.DONE, experiment.Status.CANCELLED)
    return over or can_steer_experiment(user, experiment)


def can_see_audit(user: Person, tournament: Tournament) -> bool:
    """The history of a tournament names accounts: its organiser and staff."""
    return is_organiser(user, tournament)
