"""The sentences of the page about one game, and the words of its figures."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.anatomy import Anatomy
from analytics.anatomy_chances import Chances, decided_at
from analytics.figures.anatomy import AnatomyWords
from nabu.core.charts.words import common_words


def answer(anatomy: Anatomy, names: Sequence[str], titles: dict[str, str]) -> list[str]:
    """Who won, by how much, and what made the difference, in one or two sentences."""
    lead = anatomy.lead
    if lead is None:
        return []
    winner, second = names[lead.winner], names[lead.second]
    winners = [seat for seat in anatomy.ranking if anatomy.places[seat] == 1]
    values = {"winner": winner, "second": second, "score": anatomy.scores[lead.winner], "margin": lead.margin}
    if len(winners) > 1:
        values["names"] = get_text_list([names[seat] for seat in winners], _("and"))
        return [_("%(names)s share the win with %(score)s points each.") % values]
    if not lead.margin:
        return [
            _("%(winner)s won on the tie-break: %(winner)s and %(second)s have %(score)s points each.") % values,
        ]
    sentences = [
        ngettext(
            "%(winner)s won by %(margin)s point over %(second)s.",
            "%(winner)s won by %(margin)s points over %(second)s.",
            lead.margin,
        )
        % values
    ]
    gain, loss = lead.steps[0], lead.steps[-1]
    sentences.append(
        _("The largest part of the lead: %(points)s more from “%(source)s”.")
        % {"points": gain.difference, "source": titles[gain.source]}
    )
    if loss.difference < 0:
        sentences.append(
            _("%(second)s made %(points)s more from “%(source)s”.")
            % {"second": second, "points": -loss.difference, "source": titles[loss.source]}
        )
    return sentences


def chances_answer(course: Sequence[Chances], winner: int, name: str) -> str:
    """When it was decided, in a sentence; "" for a shared win."""
    if course[-1].chances[winner] < 1:
        return ""
    turn = decided_at(course, winner)
    if turn is None:
        return _("%(name)s was the favourite from beginning to end.") % {"name": name}
    if turn + 1 >= course[-1].turn:
        return _("The game was open until the last turn.")
    return _("From turn %(turn)s on, %(name)s was more likely to win than all others together.") % {
        "turn": turn + 1,
        "name": name,
    }


def anatomy_words() -> AnatomyWords:
    """The words of the figures."""
    return AnatomyWords(
        **common_words(),
        points=_("points"),
        turn=_("Turn {turn}"),
        margin=_("Margin"),
        sources_alt=_("Stacked bars: {player} has {total} points, most of them from {source}: {points}."),
        course_alt=_("Lines: the scores after each of {turns} turns. At the end {player} leads with {points} points."),
        chances_alt=_("Lines: winning chances turn by turn; {player} began with {start} and won."),
        lead_alt=_("Bars from zero to the margin of {margin}: the largest gain of {winner} is {points} from {source}."),
        board_alt=_("The board: most points were made at {place}, {points}."),
    )
