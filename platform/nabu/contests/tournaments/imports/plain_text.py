"""Text out of an uploaded file, whatever program wrote it.

A file that is not Unicode is in a code page of Windows: 1252 in western Europe and America, 1250 in central Europe,
1251 for Cyrillic. Nothing in it says which, and most bytes fit each. So each word with other letters than those of
English is looked at in all of them: "Dvořák" is Czech, "Dvoøák" no language; "Иванов" is Russian, "Èâàíîâ" is not. The
page with more such words wins; of equals, and without any, the first. Detectors such as charset-normalizer want
sentences: a list of names is too short for them (docs/decisions.md).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

UTF_8, WESTERN, CENTRAL, CYRILLIC = "utf-8", "windows-1252", "windows-1250", "windows-1251"
MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
BAD = "\N{REPLACEMENT CHARACTER}"

PAGES = {
    WESTERN: "cp1252",
    CENTRAL: "cp1250",
    CYRILLIC: "cp1251",
}
"""The names of Python for the code pages, the likeliest first."""

WORDS = {
    WESTERN: (
        r"[a-zäöüß]+",
        r"(?!.*[crs]z)(?:[a-zàâçéëîïôüÿ]|è(?=[bcdfglmnpqrstvyz])|ê(?=[clmnpqrtv])|û(?=[lmnt])|œ(?=[iu]))+",
        r"(?:[a-záéíóúü]|ñ(?=[aeiouáéíóú]|$))+",
        r"(?:[a-záâçéíóôú]|ê(?=[ns]|$)|ã(?=[eo]|s?$)|õ(?=e))+",
        r"[a-z]+(?:[àéìòù]|(?<=[bcdfglmnstuv])è)",
        r"[a-zàçéíïòóúü]+",
        r"(?:[a-zåäöøéü]|æ(?!$))+",
        r"þ?(?:[a-záðéíóúýö]|æ(?!$))+",
    ),
    CENTRAL: (
        r"[a-zäöüß]+",
        r"(?:[a-ząćęłóśźż]|ń(?![aeiouyąęó]))+",
        r"[a-záčďéěíňóřšťúůýž]+",
        r"[a-záäčďéíĺľňóôŕšťúýž]+",
        r"[a-záéíóöőúüű]+",
        r"[a-zăâîşţ]+",
        r"[a-zčćđšž]+",
    ),
    CYRILLIC: (r"[а-яёђѓєѕіїјљњќћўџґ]+",),
}
"""Words of the languages that a code page is for, in small letters: German, French and Dutch, Spanish, Portuguese,
Italian, Catalan, Scandinavian, Icelandic; German, Polish, Czech, Slovak, Hungarian, Romanian, South Slavic; all that
are written in Cyrillic."""

PATTERNS = {page: re.compile("|".join(f"(?:{word})" for word in words)) for page, words in WORDS.items()}


@dataclass(frozen=True, slots=True)
class Decoded:
    """What is in a file, and the encoding that it was read as."""

    text: str
    encoding: str


def decode(data: bytes, encoding: str = "") -> Decoded:
    """The text: by its byte-order mark, else as `encoding`, if one is given, else UTF-8, else the likelier code page.

    Never raises: what the encoding does not know is shown as a question mark.
    """
    for mark, name in MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(name, errors="replace"), name.removesuffix("-sig"))
    if encoding:
        return Decoded(data.decode(PAGES.get(encoding, encoding), errors="replace"), encoding)
    text = data.decode(UTF_8, errors="replace")
    # Some programs cut long names in the middle of a letter: more good letters than bad ones, and it is UTF-8.
    bad = text.count(BAD)
    if bad == 0 or sum(not letter.isascii() for letter in text) > 2 * bad:
        return Decoded(text, UTF_8)
    page = _likelier_page(data)
    return Decoded(data.decode(PAGES[page], errors="replace"), page)


def _likelier_page(data: bytes) -> str:
    # max takes the first of equals.
    return max(PAGES, key=lambda page: sum(_is_word(word, page) for word in _words(data, page)))


def _words(data: bytes, page: str) -> set[str]:
    """Those with other letters than English has, also with bytes that mean nothing in this page."""
    text = data.decode(PAGES[page], errors="replace").lower()
    return {word for word in re.findall(rf"(?:[^\W\d_]|{BAD})+", text) if not word.isascii()}


def _is_word(word: str, page: str) -> bool:
    """Written in Latin, a word of nothing but accents is an initial."""
    is_latin = page != CYRILLIC
    if is_latin and len(word) > 1 and not re.search("[a-z]", word):
        return False
    return PATTERNS[page].fullmatch(word) is not None
