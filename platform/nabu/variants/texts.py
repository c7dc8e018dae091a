"""The English text of every message about variants, by key."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "variants.ruleset": "Ruleset",
    "variants.edition": "Edition",
    "variants.yes": "yes",
    "variants.no": "no",
    "variants.instead": "%(what)s: %(here)s instead of %(printed)s",
    "variants.more_values": "and %(number)s more values",
    "variants.printed_rules": "the printed rules",
}
