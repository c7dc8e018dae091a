"""Names that nobody may take: those that speak for the site, and those that only look like another one."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs.confusables import is_confusable, is_mixed_script

RESERVED = {
    "abuse", "admin", "administration", "administrator", "anonymous", "api", "arbiter", "bot", "bye", "deleted",
    "director", "everybody", "everyone", "guest", "help", "judge", "mail", "moderator", "nabu", "nobody", "none",
    "null", "official", "organiser", "organizer", "owner", "player", "postmaster", "referee", "root",
    "scorekeeper", "security", "server", "site", "staff", "superuser", "support", "system", "team", "undefined",
    "unknown", "user", "visitor", "webmaster",
}  # fmt: skip

WRITTEN_TOGETHER = ["COMMON", "INHERITED", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"]
"""Scripts that stand beside another one in ordinary names: signs and accents, and what East Asia writes with."""


def is_reserved(name: str) -> bool:
    """Whether it speaks for the site, whatever stands between its letters."""
    return "".join(sign for sign in skeleton(name) if sign.isalnum()) in RESERVED


def mixes_scripts(name: str) -> bool:
    """Whether it has letters of two scripts, as look-alikes have: a Cyrillic “а” in a Latin name."""
    return bool(is_mixed_script(name, allowed_aliases=WRITTEN_TOGETHER))


def skeleton(name: str) -> str:
    """What it looks like: letters of other scripts that look like Latin ones, as those."""
    return "".join(_as_seen(sign) for sign in unicodedata.normalize("NFKC", name).casefold())


def _as_seen(sign: str) -> str:
    if sign.isascii():
        return sign
    found = [alike["c"] for match in is_confusable(sign, greedy=True) or () for alike in match["homoglyphs"]]
    return next((alike.casefold() for alike in found if alike.isascii() and alike.isalnum()), sign)
