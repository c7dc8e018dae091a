"""E-mail addresses in what people type and paste. They are never part of a name."""

from __future__ import annotations

import re

ADDRESS = re.compile(
    r"""[<(\[{"']{0,4}                                  # what mail programs and people put around it
    (?:\b(?:e-?mail|mailto|mail)\s{0,4}:\s{0,4})?
    (?P<address>[^\s<>()\[\]{}"',;:|@][^\s<>()\[\]{}",;:|@]{0,63}
    @[^\s<>()\[\]{}"',;:|@]{1,253}\.[^\s<>()\[\]{}"',;:|@]{1,63})
    [>)\]}"']{0,4}""",
    re.VERBOSE | re.IGNORECASE,
)
"""An apostrophe before an address is a quotation mark, one in it belongs to it: o'neil@x.org. Every repetition is
bounded, so the longest list is searched in one go."""

SEPARATORS = " \t,;:|/–—-"
"""What is left over between a name and the address that stood beside it."""


def addresses_in(text: str) -> list[str]:
    """Every address in it, in order."""
    return [match["address"].strip(".") for match in ADDRESS.finditer(text)]


def without_addresses(text: str) -> str:
    """The text without its addresses and without the separators beside them."""
    return ADDRESS.sub(" ", text).strip(SEPARATORS) if "@" in text else text
