"""Who sits where they cannot, and who sits together that should not: what every format says of its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from competition.records import SERIOUS, WARNING, Concern, PairedTable, RoundInput, names, pair_of


def seating_concerns(
    field: RoundInput, tables: Sequence[PairedTable], *, everybody: bool = False, parts: bool = True
) -> list[Concern]:
    """Who is seated twice or does not play, which pairs must not or should not meet, and who is missing.

    `everybody`: in this format everybody who plays has a table or a bye in every round. Where that is not so, who is
    missing is for the format to say. `parts`: the format can keep a pair apart, so that a forbidden one is serious;
    where the plan decides who meets, it is a warning.
    """
    named = names(field.competitors)
    active = [competitor.id for competitor in field.active()]
    resting = {competitor.id for competitor in field.rests()}
    here = resting.union(active)
    seated = Counter(player for table in tables for player in table.seats)
    found = []
    for index, table in enumerate(tables):
        for player in table.seats:
            name = {"name": named.get(player, str(player)), "times": seated[player]}
            if player not in here:
                text = _("%(name)s does not play in this round.")
                found.append(Concern(SERIOUS, text % name, index, "not_active"))
            elif player in resting and not table.requested:
                text = _("%(name)s asked for a bye in this round.")
                found.append(Concern(WARNING, text % name, index, "not_active"))
            if seated[player] > 1:
                text = _("%(name)s is seated %(times)s times.")
                found.append(Concern(SERIOUS, text % name, index, "seated_twice"))
        for one, other in combinations(table.seats, 2):
            pair = {"one": named.get(one, str(one)), "other": named.get(other, str(other))}
            if pair_of(one, other) in field.forbidden:
                text = _("%(one)s and %(other)s must not meet.")
                found.append(Concern(SERIOUS if parts else WARNING, text % pair, index, "forbidden"))
            elif pair_of(one, other) in field.discouraged:
                text = _("%(one)s and %(other)s should not meet if it can be avoided.")
                found.append(Concern(WARNING, text % pair, index, "discouraged"))
    for player in active if everybody else ():
        if player not in seated:
            text = _("%(name)s plays but has neither a table nor a bye.") % {"name": named[player]}
            found.append(Concern(SERIOUS, text, None, "missing_player"))
    return found
