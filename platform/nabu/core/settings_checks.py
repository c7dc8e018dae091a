"""What production settings refuse: secrets that can be guessed, keys that are none, a site that answers to every name.

Plain functions without Django, which is not set up while its settings are being read.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence

SHORTEST = 50
FEWEST_CHARACTERS = 10
"""Different ones. Fifty random hexadecimal digits have fewer once in 300 million keys."""

NAME = re.compile(r"(\.(?=[^.]+\.))?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
"""A host, or with a dot before it a domain with all its hosts; a dot before a top-level domain is half the internet."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Private keys of the curve P-256 are below it (SEC 2, section 2.4.2)."""


def problem_of_secret(secret: str) -> str | None:
    """Why this SECRET_KEY can be guessed, without repeating it; None if nothing is known against it."""
    if len(secret) < SHORTEST:
        return f"SECRET_KEY must be random and at least {SHORTEST} characters long."
    if secret.startswith("django-insecure-"):
        return "SECRET_KEY is one that Django made for a developer's machine; make a new one."
    if "token_urlsafe" in secret:
        return "SECRET_KEY is the command that makes a key, not what it prints; run it and use its output."
    if len(set(secret)) < FEWEST_CHARACTERS or secret in (secret + secret)[1:-1]:
        return "SECRET_KEY repeats itself; use random characters."
    return None


def problem_of_hosts(hosts: Sequence[str]) -> str | None:
    """Why these ALLOWED_HOSTS allow more, or less, than names of this site; None if they are names."""
    for host in hosts:
        if not NAME.fullmatch(host):
            return (
                f"ALLOWED_HOSTS has “{host}”, which is not the name of a site. "
                "Write names like nabu.example.org, separated by commas, without *, spaces, ports or https://."
            )
    return None


def is_push_key(key: str) -> bool:
    """Whether this NABU_PUSH_KEY can sign: 32 bytes, base64url."""
    try:
        number = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return False
    return len(number) == 32 and 0 < int.from_bytes(number, "big") < ORDER
