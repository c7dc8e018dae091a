"""The mail backend of a production site whose EMAIL_URL would write mails down: it neither sends nor writes them.

Mails hold links that open accounts. They do not belong in a log or a file that others read or keep.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

logger = logging.getLogger(__name__)


class NoMail(BaseEmailBackend):
    """See the module."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Say that nothing leaves the site, and nothing of what the mails say."""
        logger.warning("no mail was sent: EMAIL_URL names no mail server (docs/operating.md, Settings)")
        return len(email_messages)
