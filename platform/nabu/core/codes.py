"""Codes that people type from paper or from a screen: made, and what is kept of them."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without letters and digits that look alike on paper."""

LENGTH, GROUP = 12, 4
MISTAKEN = str.maketrans({"O": "Q", "0": "Q", "1": "J", "I": "J", "L": "J"})
"""What people read for a similar letter."""


def new_code() -> str:
    """Almost sixty random bits, in groups: ABCD-EFGH-JKMN."""
    letters = "".join(secrets.choice(ALPHABET) for _at in range(LENGTH))
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def digest_of(code: str) -> str:
    """What is kept of a code: a copy of the database is of no use without the secret of the site."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum()).translate(MISTAKEN)
    # The salt is that of the first codes: those that are still good stay so.
    return salted_hmac("nabu.people.claims.code", letters, algorithm="sha256").hexdigest()
