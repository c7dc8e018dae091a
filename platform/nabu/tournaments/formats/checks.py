"""What formats say alike that decide themselves who meets whom: brackets, round robin, pods, ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from nabu.tournaments.records import INFO, SERIOUS, WARNING, Concern, Field, PairedTable, names, pair_of


def seating_concerns(field: Field, tables: Sequence[PairedTable]) -> list[Concern]:
    """Who is seated twice or does not play, and who should rather not meet. Who is missing is for the format to say."""
    named = names(field.competitors)
    here = {competitor.id for competitor in (*field.active(), *field.rests())}
    seated = Counter(player for table in tables for player in table.seats)
    found = []
    for index, table in enumerate(tables):
        for player in table.seats:
            name = {"name": named.get(player, str(player)), "times": seated[player]}
            if player not in here:
                text = _("%(name)s does not play in this round.")
                found.append(Concern(SERIOUS, text % name, index, "not_active"))
            if seated[player] > 1:
                text = _("%(name)s is seated %(times)s times.")
                found.append(Concern(SERIOUS, text % name, index, "seated_twice"))
        for one, other in combinations(table.seats, 2):
            both = {"one": named.get(one, str(one)), "other": named.get(other, str(other))}
            if pair_of(one, other) in field.forbidden:
                text = _("%(one)s and %(other)s must not meet.")
                found.append(Concern(WARNING, text % both, index, "forbidden"))
            elif pair_of(one, other) in field.discouraged:
                text = _("%(one)s and %(other)s should not meet if it can be avoided.")
                found.append(Concern(INFO, text % both, index, "discouraged"))
    return found


def size_concern(rounds: int, matches: int) -> Concern:
    """How much there is to play."""
    text = _("Rounds: %(rounds)s. Matches: at most %(matches)s.") % {"rounds": rounds, "matches": matches}
    return Concern(INFO, text, key="size")


def start_sentence(table: PairedTable, starts: Mapping[int, int], named: Mapping[int, str]) -> str:
    """Who starts, and how often before."""
    first = table.seats[0]
    return _("%(name)s starts (games started before: %(starts)s).") % {"name": named[first], "starts": starts[first]}
