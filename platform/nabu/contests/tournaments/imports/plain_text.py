"""Text out of an uploaded file, whatever program wrote it.

A file that is not Unicode is in a code page of Windows: 1252 in western Europe and America, 1250 in central Europe.
Nothing in it says which, and most bytes fit both. So each word with an accent is looked at in both: "Dvořák" is Czech,
"Dvoøák" no language. The page with more such words wins; without any it is 1252. Detectors such as charset-normalizer
want sentences: a list of names is too short for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

UTF_8, WESTERN, CENTRAL = "utf-8", "windows-1252", "windows-1250"
MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
BAD = "\N{REPLACEMENT CHARACTER}"

PAGES = {
    WESTERN: "cp1252",
    CENTRAL: "cp1250",
}
"""The names of Python for the code pages."""

WORDS = {
    WESTERN: (
        r"[a-zäöüß]+",
        r"(?:[a-zàâçéëîïôœüÿ]|è(?=[bcdfglmnpqrstvyz])|ê(?=[clmnpqrtv])|û(?=[lmnt]))+",
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
}
"""Words of the languages that a code page is for, in small letters: German, French and Dutch, Spanish, Portuguese,
Italian, Catalan, Scandinavian, Icelandic; German, Polish, Czech, Slovak, Hungarian, Romanian, South Slavic."""

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
    words = {word for word in re.findall(rb"[A-Za-z\x80-\xff]+", data.translate(NO_LETTERS)) if not word.isascii()}
    western, central = (sum(_is_word(word, page) for word in words) for page in (WESTERN, CENTRAL))
    return CENTRAL if central > western else WESTERN


def _is_word(word: bytes, page: str) -> bool:
    text = word.decode(PAGES[page], errors="replace").lower()
    return PATTERNS[page].fullmatch(text) is not None


def _is_letter(byte: int) -> bool:
    return any(bytes([byte]).decode(page, errors="replace").isalpha() for page in PAGES.values())


NO_LETTERS = bytes(byte if byte < 128 or _is_letter(byte) else 32 for byte in range(256))
"""Turns what is a letter in neither code page, such as a dash or a no-break space, into a blank."""
