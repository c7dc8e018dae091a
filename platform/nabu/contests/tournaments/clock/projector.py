"""The table that the projector shows beside the clock, chosen by whoever keeps score."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import Level
from nabu.core.errors import Refused


@audited
def feature_table(actor: User, table: Table) -> Round:
    """Show this table on the projector of its round, in place of any other. In a match it is the game on hand."""
    return _feature(actor, table, table.number)


@audited
def unfeature_table(actor: User, table: Table) -> Round:
    """Show no table on the projector. Raises Refused if it shows another one."""
    return _feature(actor, table, None)


def featured_table(round_: Round) -> Table | None:
    """The table that the projector shows, with its players: of a match the newest game."""
    if round_.featured is None:
        return None
    tables = Table.objects.filter(round=round_, number=round_.featured, is_bye=False)
    return tables.prefetch_related(with_players()).order_by("-game_number").first()


def _feature(actor: User, table: Table, number: int | None) -> Round:
    tournament = lock_as(actor, table.round.stage.tournament_id, {RUNNING}, Level.SCOREKEEPER)
    current = Round.objects.filter(pk=table.round_id, tables=table.pk).first()
    if current is None or table.is_bye:
        raise Refused(_("This table no longer exists."))
    if current.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))
    before = current.featured
    if number is None and before != table.number:
        raise Refused(_("The projector shows another table."))
    current.featured = number
    current.save(update_fields=["featured"])
    audit(actor, "round.featured", current, {"featured": before}, {"featured": number}, tournament=tournament)
    return current
