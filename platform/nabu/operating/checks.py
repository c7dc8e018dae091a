"""What `manage.py check --deploy` says about the settings of this site, besides Django's own checks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def check_mail(**_arguments: Any) -> list[CheckMessage]:
    """Mails with links that open accounts stand in no log."""
    if not settings.MAIL_WOULD_BE_WRITTEN_DOWN:
        return []
    return [
        Error(
            "EMAIL_URL names no mail server, but a log or a file for mails, which have links that open accounts.",
            hint="Set it to smtp+tls://user:password@host:587, or leave it empty: then staff read the mails on a page.",
            id="nabu.E001",
        )
    ]
