"""Why a table looks as it does: plain sentences, what it costs, and the next best alternative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from math import isqrt

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.pairing.alternatives import Alternative, next_best
from competition.pairing.costs import TERMS, Costs
from competition.records import CostTerm, PairedTable, Reason


def amount(points: Decimal) -> str:
    """Points without needless zeros."""
    return f"{points.normalize():f}" if points else "0"


def name_list(players: Sequence[int], names: Mapping[int, str]) -> str:
    """Names as they are listed in a sentence."""
    return str(get_text_list([names[player] for player in players], _("and")))


def explain(
    tables: Sequence[PairedTable], costs: Costs, names: Mapping[int, str], by_points: bool = True
) -> list[Reason]:
    """One reason for each table and bye, in the order of the tables."""
    alternatives = next_best([() if table.requested else table.seats for table in tables], costs)
    return [
        _reason(table, costs, names, by_points, alternative)
        for table, alternative in zip(tables, alternatives, strict=True)
    ]


def _reason(
    table: PairedTable, costs: Costs, names: Mapping[int, str], by_points: bool, alternative: Alternative | None
) -> Reason:
    if table.requested:
        return Reason((_("%(name)s asked for a bye in this round.") % {"name": names[table.seats[0]]},))
    sentences = _bye(table.seats[0], costs, names) if table.is_bye else _table(table, costs, names, by_points)
    terms = tuple(
        CostTerm(key, str(TERMS[key]), cost, _term(key, cost, table, costs, names))
        for key, cost in zip(TERMS, costs.of(table.seats), strict=True)
        if cost
    )
    return Reason(tuple(sentences), terms, _alternative(alternative, names) if alternative else "")


def _bye(player: int, costs: Costs, names: Mapping[int, str]) -> list[str]:
    history = costs.history
    texts = [
        _("Bye: %(name)s with %(points)s points. Byes before this one: %(byes)s.")
        % {"name": names[player], "points": amount(history.points[player]), "byes": history.byes[player]}
    ]
    others = [c.id for c in costs.competitors if c.id != player]
    spared = [c for c in others if history.byes[c] < history.byes[player]]
    lower = [c for c in others if history.points[c] < history.points[player]]
    with_bye = [c for c in lower if history.byes[c] > history.byes[player]]
    if lower and len(with_bye) == len(lower):
        texts.append(_("Everybody with fewer points has had a bye already."))
    elif not lower and not spared and costs.competitors:
        texts.append(_("Nobody who may have the bye has fewer points."))
    return texts


def _table(table: PairedTable, costs: Costs, names: Mapping[int, str], by_points: bool) -> list[str]:
    history = costs.history
    texts = [_points(table, costs, names)] if by_points else []
    texts += _rematches(table, costs, names)
    if len(table.seats) < costs.full:
        text = _("A table of %(size)s, because the number of players does not fill tables of %(full)s.")
        texts.append(text % {"size": len(table.seats), "full": costs.full})
    if history.games:
        texts.append(_start(table.seats, costs, names))
    return texts


def _points(table: PairedTable, costs: Costs, names: Mapping[int, str]) -> str:
    points = costs.history.points
    order = sorted(table.seats, key=lambda c: -points[c])
    if points[order[0]] == points[order[-1]]:
        return _("Everybody has %(points)s points.") % {"points": amount(points[order[0]])}
    if len(order) == 2:
        return _("%(higher)s with %(more)s points comes down to %(lower)s with %(fewer)s.") % {
            "higher": names[order[0]],
            "more": amount(points[order[0]]),
            "lower": names[order[1]],
            "fewer": amount(points[order[1]]),
        }
    return _("They have %(points)s points.") % {"points": get_text_list([amount(points[c]) for c in order], _("and"))}


def _rematches(table: PairedTable, costs: Costs, names: Mapping[int, str]) -> list[str]:
    return [
        _("%(one)s and %(other)s have met before.") % {"one": names[one], "other": names[other]}
        for one, other in combinations(table.seats, 2)
        if costs.history.meetings(one, other)
    ]


def _start(seats: Sequence[int], costs: Costs, names: Mapping[int, str]) -> str:
    history, first = costs.history, seats[0]
    text = _("%(name)s starts (games started before: %(starts)s).") % {
        "name": names[first],
        "starts": history.starts[first],
    }
    if all(history.lead[first] < history.lead[other] for other in seats[1:]):
        text += " " + _("Everybody else here has started a larger share of their games.")
    return text


def _term(key: str, cost: int, table: PairedTable, costs: Costs, names: Mapping[int, str]) -> str:
    """What a cost term says of a table."""
    if key in ("forbidden", "discouraged"):
        pairs = getattr(costs, key)
        found = [(a, b) for a, b in combinations(sorted(table.seats), 2) if (a, b) in pairs]
        text = _("%(names)s must not meet.") if key == "forbidden" else _("%(names)s should meet only if they have to.")
        return " ".join(text % {"names": name_list(pair, names)} for pair in found)
    if key == "rematch":
        return " ".join(_rematches(table, costs, names))
    if key == "second_bye":
        text = ngettext("%(name)s has had a bye before.", "%(name)s has had %(count)s byes before.", isqrt(cost))
        return text % {"name": names[table.seats[0]], "count": isqrt(cost)}
    if key == "bye_score":
        return _("Others have fewer points than %(name)s.") % {"name": names[table.seats[0]]}
    if key == "bye_missed":
        text = ngettext("%(name)s has missed a round.", "%(name)s has missed %(count)s rounds.", cost)
        return text % {"name": names[table.seats[0]], "count": cost}
    if key == "short_again":
        again = [player for player in table.seats if costs.history.short[player]]
        return _("Again at such a table: %(names)s.") % {"names": name_list(again, names)}
    if key == "score_gap":
        points = [costs.history.points[player] for player in table.seats]
        gap = amount(max(points) - min(points))
        return _("They are %(points)s points apart.") % {"points": gap}
    if key == "repeated_float":
        return _("Who leaves the score group here left it the same way in the last round.")
    if key == "order" and table.is_bye:
        return _("Others with as many points have a lower seed than %(name)s.") % {"name": names[table.seats[0]]}
    if key == "order":
        places = isqrt(cost)
        text = ngettext(
            "One place off the order within the score group.",
            "%(places)s places off the order within the score group.",
            places,
        )
        return text % {"places": places}
    if key == "seat_limit":
        return _("Whoever starts, somebody gets the same seat too often.")
    return _("The starts of these two cannot both be evened out.")


def _alternative(alternative: Alternative, names: Mapping[int, str]) -> str:
    tables = _(" and ").join(
        _("a bye for %(name)s") % {"name": names[seats[0]]}
        if len(seats) == 1
        else "–".join(names[player] for player in seats)
        for seats in alternative.tables
    )
    if alternative.term is None:
        return _("Next best: %(tables)s; it would be just as good.") % {"tables": tables}
    what = _what(alternative.term)
    if alternative.saves:
        return _("Better: %(tables)s; it would save %(what)s.") % {"tables": tables, "what": what}
    return _("Next best: %(tables)s; it would cost %(what)s.") % {"tables": tables, "what": what}


def _what(term: str) -> str:
    """A cost term as the object of a sentence."""
    return {
        "forbidden": _("a forbidden meeting"),
        "second_bye": _("a bye for somebody who has had more byes"),
        "rematch": _("one repeated meeting"),
        "short_again": _("a short table for somebody who sat at one before"),
        "discouraged": _("a meeting that should be avoided"),
        "seat_limit": _("the same seat too often for somebody"),
        "bye_score": _("a bye for somebody with more points"),
        "bye_missed": _("a bye for somebody who missed more rounds"),
        "score_gap": _("greater differences of points"),
        "repeated_float": _("leaving the score group the same way twice running"),
        "first_seat": _("balance of starts"),
        "order": _("some of the order within the score group"),
    }[term]
