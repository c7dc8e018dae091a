"""The setup code: whoever can read the log of the site, or run its commands, is the one who runs it."""

from __future__ import annotations

import base64
import logging

from django.conf import settings
from django.db import DatabaseError
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from nabu.accounts.players.models import User

logger = logging.getLogger(__name__)

CODE_BYTES = 10
GROUP = 4


def is_needed() -> bool:
    """No account of the staff is there: nobody runs this site yet."""
    return not User.objects.filter(is_staff=True).exists()


def setup_code() -> str:
    """Four groups of letters and digits. It follows from the secret key, so all processes know it and nothing is kept.

    80 bits: it cannot be guessed. It is of no use once there is an account of the staff.
    """
    digest = salted_hmac("nabu.operations.first_start.code", "setup", algorithm="sha256").digest()[:CODE_BYTES]
    letters = base64.b32encode(digest).decode()
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def is_setup_code(typed: str) -> bool:
    """Whether this is the code, however it is grouped."""
    return constant_time_compare(_plain(typed), _plain(setup_code()))


def setup_address() -> str:
    """The whole address of the page."""
    return settings.SITE_ADDRESS + reverse("setup")


def log_code() -> None:
    """Say in the log how the site is set up, while that is needed. It starts without its database too."""
    try:
        needed = is_needed()
    except DatabaseError:
        return
    if needed:
        logger.warning("no administrator yet: open %s and enter the setup code %s", setup_address(), setup_code())


def _plain(code: str) -> bytes:
    return "".join(sign for sign in code.upper() if sign.isalnum()).encode()
