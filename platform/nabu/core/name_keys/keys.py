"""When two names are the same, and where a name stands in a list.

Three steps, each from the one before:

- `folded`: whatever the case, the width, and how an accent is encoded. "JOSÉ" is "José".
- `plain`: without accents, ø, ł and the like, in its own script. "Østergård" is "ostergard".
- `name_key`: in Latin letters, and then as it is in its own script. It is what the database stores, searches and sorts.

Different names of other scripts may have the same Latin letters, so nobody is taken for somebody else by these: whether
two names are the same is `same_name`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from anyascii import anyascii

from nabu.core.name_keys.tidy import is_invisible

KEY_LENGTH = 400
TEXT_KEY_LENGTH = 2000
ACCENTS = frozenset({1, *range(10, 37), *range(200, 241)})
"""Combining classes of accents, and of the points of Hebrew and Arabic. Not of what makes another letter: the signs of
Indic scripts, of Thai, and of voiced Japanese syllables."""


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """The name in one case and encoding, without invisible characters."""
    return _folded(name)


def _folded(name: str) -> str:
    seen = "".join(sign for sign in str.__str__(name) if not is_invisible(sign))
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """The folded name without accents; Latin letters and punctuation are ASCII."""
    return _plain(folded(name))


def _plain(folded_name: str) -> str:
    letters = "".join(map(_plain_letter, unicodedata.normalize("NFD", folded_name)))
    return " ".join(unicodedata.normalize("NFC", letters).split())


def name_key(name: str, most: int = KEY_LENGTH) -> str:
    """What stands in the column `name_key`, with at most so many letters. Long texts are not remembered."""
    own = plain(name) if len(name) <= KEY_LENGTH else _plain(_folded(name[:most]))
    latin = " ".join(anyascii(own).lower().split())
    return (latin if latin == own else f"{latin} {own}")[:most]


def same_name(one: str, other: str) -> bool:
    """Whether both may be spellings of one name: where they differ, one of them has no accent.

    "Jose" is "José"; "Hùng" and "Hưng" are two people.
    """
    if folded(one) == folded(other):
        return True
    if plain(one) != plain(other):
        return False
    ones, others = _accents(one), _accents(other)
    return len(ones) == len(others) and all(a == b or "" in (a, b) for a, b in zip(ones, others, strict=True))


def _accents(name: str) -> list[str]:
    """By letter of the plain name: the letter with its accent, or nothing where it has none."""
    found: list[str] = []
    for letter in _letters(folded(name)):
        without = "".join(map(_plain_letter, unicodedata.normalize("NFD", letter)))
        found += ["" if letter == without else letter] * len(without)
    return found


def _letters(text: str) -> list[str]:
    """Letters with the combining signs that follow them."""
    found: list[str] = []
    for sign in text:
        if found and unicodedata.combining(sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _plain_letter(sign: str) -> str:
    if sign.isascii():
        return sign
    if unicodedata.combining(sign) in ACCENTS:
        return ""
    is_letter = unicodedata.category(sign) in ("Ll", "Lo", "Lu", "Lt", "Mn", "Mc", "Nd", "Nl", "No")
    if is_letter and not unicodedata.name(sign, "").startswith("LATIN"):
        return sign
    return anyascii(sign).lower()
