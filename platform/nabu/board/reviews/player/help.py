"""What would help a player most, put together for the page: the largest losses by phase and source."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.intervals import TINY_BELOW, sample_size
from analytics.review_losses import Loss, largest
from nabu.board.reviews.player.page import phase_titles
from nabu.board.reviews.player.practice import practice_address
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.catalogue.games.drawings import source_icons
from nabu.core.charts.words import source_titles


@dataclass(frozen=True, slots=True)
class LossLine:
    """A loss with its titles, its icon ("" for none), and where its positions are practised."""

    loss: Loss
    phase: str
    title: str
    icon: str
    practice: str


def help_of(found: ReviewStatistics) -> dict[str, object]:
    """What the template of this section needs."""
    phases, sources, icons = phase_titles(), source_titles(found.game), source_icons(found.game)
    lines = [
        LossLine(
            loss,
            phases[loss.phase],
            sources[loss.source],
            icons[loss.source],
            practice_address(found.game, loss.source, loss.phase),
        )
        for loss in found.losses
    ]
    sure = largest(found.losses)
    return {
        "help_answer": _answer(len(sure), len(found.games)),
        "help_lines": [line for line in lines if line.loss in sure],
        "loss_lines": lines,
        "losses_compared": any(loss.row.people for loss in found.losses),
    }


def _answer(sure: int, games: int) -> str:
    if sample_size(games) == "tiny":
        said = _("Too few reviewed games to tell a loss from chance: at least %(least)s are needed.")
        return said % {"least": TINY_BELOW}
    if not sure:
        return _("No phase and source shows a loss beyond what chance explains.")
    return ngettext(
        "The only loss that is unlikely to be chance:",
        "The %(count)s largest losses that are unlikely to be chance:",
        sure,
    ) % {"count": sure}
