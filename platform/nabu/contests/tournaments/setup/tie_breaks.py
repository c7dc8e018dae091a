"""Changing the tie-breaks of a stage after the start: the only setting of a stage that is not fixed then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competition.formats import StageSpec, check_chain, get_format
from competition.invalid_config import InvalidConfig
from engine.registry import get_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import competitors_of, draw_seed_of, tables_of
from nabu.core.errors import Refused
from nabu.core.sentences import sentence

KEY = "tie_breaks"


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose place is another one with other tie-breaks."""

    name: str
    before: int
    after: int


def has_tie_breaks(stage: Stage) -> bool:
    """Whether the format of the stage leaves it to tie-breaks what decides between equal points."""
    return any(setting.key == KEY for setting in get_format(stage.format).settings)


def may_change_tie_breaks(stage: Stage) -> bool:
    """Whether its tie-breaks can still be changed while the tournament is running."""
    return stage.status != Stage.Status.FINISHED and has_tie_breaks(stage)


@audited
def change_tie_breaks(actor: User, stage: Stage, tie_breaks: Sequence[str], reason: str) -> Stage:
    """Let other tie-breaks decide in a stage that is not over, with a reason that everybody can be told.

    The places of those who are level change with it. Raises NotAllowed or Refused.
    """
    tournament = lock_as(actor, stage.tournament_id, {RUNNING})
    current = Stage.objects.get(pk=stage.pk)
    if current.status == Stage.Status.FINISHED:
        raise Refused(_("This stage is finished, and its tie-breaks decided who advanced."))
    reason = " ".join(reason.split())
    if not reason:
        raise Refused(_("Enter a reason: players were shown other tie-breaks before the start."))
    before = list(current.config.get(KEY, []))
    current.config = config_with(current, tie_breaks)
    if before == current.config[KEY]:
        raise Refused(_("The stage already uses these tie-breaks."))
    stages = [current if each.pk == current.pk else each for each in tournament.stages.order_by("position")]
    try:
        check_chain([StageSpec(each.format, each.config) for each in stages], get_game(tournament.game).player_counts)
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    current.save(update_fields=["config"])
    audit(
        actor,
        "stage.tie_breaks_changed",
        current,
        {KEY: before},
        {KEY: current.config[KEY]},
        reason=reason,
        tournament=tournament,
    )
    return current


def config_with(stage: Stage, tie_breaks: Sequence[str]) -> dict[str, object]:
    """The settings of a stage with other tie-breaks. Raises Refused."""
    if not has_tie_breaks(stage):
        raise Refused(_("This format has no tie-breaks."))
    config = {**stage.config, KEY: list(tie_breaks)}
    try:
        get_format(stage.format).read_config(config)
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    return config


def moved_by(stage: Stage, tie_breaks: Sequence[str]) -> list[Moved]:
    """Whose place would be another one, in the order of the new places. Raises Refused."""
    fmt = get_format(stage.format)
    competitors, tables, lot = competitors_of(stage), tables_of(stage), draw_seed_of(stage)
    old = fmt.ranking(fmt.read_config(stage.config), competitors, tables, lot)
    new = fmt.ranking(fmt.read_config(config_with(stage, tie_breaks)), competitors, tables, lot)
    before = {line.competitor.id: line.place for line in old}
    return [
        Moved(line.competitor.name, before[line.competitor.id], line.place)
        for line in new
        if before[line.competitor.id] != line.place
    ]
