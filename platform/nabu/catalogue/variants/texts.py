"""The English text of every message about variants, by key."""

from __future__ import annotations

from engine.message import Plural

TEXTS: dict[str, str | Plural] = {
    "variants.ruleset": "Ruleset",
    "variants.edition": "Edition",
    "variants.yes": "yes",
    "variants.no": "no",
    "variants.instead": "%(what)s: %(here)s instead of %(printed)s",
    "variants.more_values": Plural("and %(number)s more value", "and %(number)s more values", by="number"),
    "variants.printed_rules": "the printed rules",
}
