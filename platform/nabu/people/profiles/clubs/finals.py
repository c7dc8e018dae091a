"""The final of a season: a draft of the club with those who qualified, in the order of the season."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Season
from nabu.contests.clubs.permissions import can_organise_for
from nabu.contests.clubs.seasons import note_final
from nabu.contests.tournaments.entering import FEWEST_PLACES
from nabu.contests.tournaments.entries.services import add_entry
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.setup.copying import PLAYED, settings_of
from nabu.contests.tournaments.setup.services import NAME_LENGTH, TournamentSpec, create_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.people.profiles.clubs.season import table_of


@audited
def create_final(actor: User, season: Season) -> tuple[Tournament, list[str]]:
    """A draft with the rules and stages of the last event of the season, and why somebody could not be entered.

    Guests are the same players; accounts are invited, and a guest stands in until they answer. Whoever is level with
    others for the last seats is not entered: that the director decides. Raises NotAllowed or Refused.
    """
    if not can_organise_for(actor, season.club):
        raise NotAllowed
    table = table_of(season)
    if table.line is None:
        raise Refused(_("Nobody qualifies in this season: enter how many do."))
    if len(table.line.qualified) < FEWEST_PLACES:
        raise Refused(_("Fewer than two players have qualified."))
    last = table.tournaments[-1]
    name = _("%(season)s: final") % {"season": season.name}
    spec = TournamentSpec(
        name=name[:NAME_LENGTH],
        club=season.club,
        **settings_of(last, PLAYED),
    )
    made = create_tournament(actor, spec)
    entered, problems = [], []
    for row in table.named(table.line.qualified):
        try:
            entered.append(add_entry(actor, made, row.player).player.name)
        except Refused as refusal:
            problems.append(f"{row.player.name}: {refusal.message}")
    note_final(actor, season, made.pk, entered)
    return made, problems
