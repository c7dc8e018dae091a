"""The registry of tie-breaks: each has a key, a short name, a version, a definition, and a value shown as a sum.

A new tie-break is one function with a decorator in the file of its family. Values are exact fractions.
"""

# ruff: noqa: I001 - the families in the order in which their tie-breaks are offered.
from competition.tie_breaks import own, fide, encounter, go, magic, ratings, fallback
from competition.tie_breaks.played import Played
from competition.tie_breaks.registry import TIE_BREAKS, Sum, Term, TieBreak, explain, points_sum

FAMILIES = (own, fide, encounter, go, magic, ratings, fallback)

__all__ = ["FAMILIES", "TIE_BREAKS", "Played", "Sum", "Term", "TieBreak", "explain", "points_sum"]
