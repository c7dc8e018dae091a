"""What an import leaves out of a report file. It is said before and after: nothing is ignored in silence."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.trf.left_out import left_out
from competition.trf.values import POINTS, TrfReport
from nabu.contests.tournaments.imports.player_list import HIGHEST_RATING
from nabu.contests.tournaments.imports.report_files import (
    coming_rounds,
    has_fide_id,
    has_rating,
    planned_rounds,
    rows_apart,
)
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.restrictions.services import MOST_RESTRICTIONS
from nabu.core.mail_addresses import addresses_in
from nabu.core.sentences import sentence

MOST_GROUPS, MOST_NAMED = 10, 8
"""So many groups with forbidden pairs are listed, and so many of their players."""


def not_imported(tournament: Tournament, report: TrfReport, *, with_rounds: bool) -> list[str]:
    """What an import leaves out, a sentence for each kind: lines, fields, byes and forbidden pairs."""
    found = [sentence(message) for message in left_out(report)]
    addresses = sum(len(addresses_in(player.name)) for player in report.players)
    if addresses:
        found.append(
            ngettext("%(count)s e-mail address in a name", "%(count)s e-mail addresses in names", addresses)
            % {"count": addresses}
        )
    ratings = sum(player.rating is not None and not has_rating(player) for player in report.players)
    if ratings:
        found.append(
            ngettext("Rating above %(most)s: %(count)s player", "Rating above %(most)s: %(count)s players", ratings)
            % {"most": HIGHEST_RATING, "count": ratings}
        )
    numbers = sum(bool(player.fide_id.strip("0")) and not has_fide_id(player) for player in report.players)
    if numbers:
        found.append(
            ngettext("FIDE ID with letters: %(count)s player", "FIDE ID with letters: %(count)s players", numbers)
            % {"count": numbers}
        )
    planned = planned_rounds(tournament, len(report.players))
    byes = report.coming_byes()
    lost = sum(not with_rounds or number > planned for rounds in byes.values() for number in rounds)
    if lost:
        found.append(
            ngettext("%(count)s bye of a round to come", "%(count)s byes of rounds to come", lost) % {"count": lost}
        )
    if with_rounds:
        found += _worth(tournament, [code for rounds in byes.values() for code in rounds.values()])
    elif report.last_round():
        found.append(_("Rounds and results"))
    return [*found, *_groups(tournament, report, with_rounds=with_rounds)]


def _worth(tournament: Tournament, codes: Sequence[str]) -> list[str]:
    """Here one stage has one worth for every bye that is asked for: said where the file has others."""
    stage = tournament.stages.order_by("position").first()
    if stage is None:
        return []
    fmt, config = format_of(stage)
    worth, win = fmt.rest_points(config) or Decimal(0), fmt.points(config, [1, 2])[0] or Fraction(0)
    other = sum(Fraction(POINTS[code]) * win != worth for code in codes)
    if not other:
        return []
    return [
        ngettext(
            "The points of %(count)s bye of a round to come: such a bye gives %(points)s here",
            "The points of %(count)s byes of rounds to come: such a bye gives %(points)s here",
            other,
        )
        % {"count": other, "points": localize(worth.normalize())}
    ]


def _groups(tournament: Tournament, report: TrfReport, *, with_rounds: bool) -> list[str]:
    """Forbidden pairs hold for the whole tournament here, so a group that is apart in some rounds only is left out."""
    first, last = coming_rounds(tournament, report, with_rounds=with_rounds)
    groups = [group for group in report.forbidden if not group.holds(first, last)]
    found = []
    for group in groups[:MOST_GROUPS]:
        if group.first == group.last:
            text = _("Forbidden pairs in round %(first)s only, starting ranks %(numbers)s")
        else:
            text = _("Forbidden pairs in rounds %(first)s to %(last)s only, starting ranks %(numbers)s")
        found.append(text % {"first": group.first, "last": group.last, "numbers": _shown(group.players)})
    more = len(groups) - MOST_GROUPS
    if more > 0:
        found.append(
            ngettext(
                "%(count)s more group with forbidden pairs in some rounds only",
                "%(count)s more groups with forbidden pairs in some rounds only",
                more,
            )
            % {"count": more}
        )
    pairs = rows_apart(tournament, report, with_rounds=with_rounds)
    if len(pairs) > MOST_RESTRICTIONS:
        found.append(
            _("All %(count)s forbidden pairs: a tournament has at most %(most)s")
            % {"count": len(pairs), "most": MOST_RESTRICTIONS}
        )
    return found


def _shown(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:MOST_NAMED])) + ("…" if len(numbers) > MOST_NAMED else "")
