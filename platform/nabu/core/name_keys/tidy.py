"""The one form in which a typed or imported name is stored: NFC, single spaces, nothing that nobody sees."""

from __future__ import annotations

import unicodedata

NON_JOINER, JOINER = "\u200c", "\u200d"
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that Unicode does not call format characters, and that are blank all the same."""

VIRAMA = 9
"""The combining class of the sign by which Indic letters are joined."""


def tidy(text: str) -> str:
    """The text as it is stored. Control characters stay, for `is_printable` to find."""
    return " ".join(visible(text).split())


def visible(text: str) -> str:
    """The text in NFC without what nobody sees; spaces, line breaks and control characters as they are."""
    kept: list[str] = []
    for at, sign in enumerate(text):
        before, after = kept[-1] if kept else "", text[at + 1 : at + 2]
        if not is_invisible(sign) or _is_needed(sign, before, after):
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def is_printable(text: str) -> bool:
    """Whether a tidy text can be printed."""
    return all(sign.isprintable() or sign in (NON_JOINER, JOINER) for sign in text)


def is_invisible(sign: str) -> bool:
    """Format characters (direction, joiners, soft hyphens), selectors of a variant, and fillers."""
    return unicodedata.category(sign) == "Cf" or sign in FILLERS or _is_selector(sign)


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _is_needed(sign: str, before: str, after: str) -> bool:
    """Whether the word would be written differently without it: Persian, Indic languages, Han variants, emoji."""
    if not before:
        return False
    if _is_selector(sign):
        return unicodedata.category(before) in ("So", "Lo")
    if sign == JOINER and after and _is_emoji(before) and _is_emoji(after):
        return True
    if sign not in (NON_JOINER, JOINER):
        return False
    in_indic = VIRAMA in (unicodedata.combining(before), unicodedata.combining(after or " "))
    return in_indic or (_is_arabic(before) and _is_arabic(after))


def _is_emoji(sign: str) -> bool:
    """A symbol, the skin colour of one, or the selector of its picture."""
    return unicodedata.category(sign) in ("So", "Sk") or _is_selector(sign)


def _is_arabic(sign: str) -> bool:
    return bool(sign) and unicodedata.bidirectional(sign) == "AL"
