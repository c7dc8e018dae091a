"""Looking for people by words of their names."""

from __future__ import annotations

from django.db.models import Q

from nabu.core.name_keys.keys import name_key, plain

MOST_WORDS = 8
"""So many words of a search count."""


def named(words: str, field: str = "name_key") -> Q:
    """Rows whose name has all these words, whatever their case, accents and order; all rows if there are none."""
    return in_any(words, field)


def in_any(words: str, *fields: str) -> Q:
    """The same, each word in one of these keys."""
    found = Q()
    for word in plain(words).split()[:MOST_WORDS]:
        found &= Q(*((f"{field}__icontains", word) for field in fields), _connector=Q.OR)
    return found


def has_words(name: str, words: str) -> bool:
    """The same for a name that is at hand."""
    key = name_key(name)
    return all(word in key for word in plain(words).split()[:MOST_WORDS])
