"""What `manage.py check --deploy` says about the settings of this site, besides Django's own checks."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.checks import WARNING, CheckMessage, Error, Tags, register

from nabu.core.environment.reading import misspelt
from nabu.core.environment.table import TABLE


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


@register(Tags.security, deploy=True)
def check_proxies(**_arguments: Any) -> list[CheckMessage]:
    """Behind a proxy that speaks HTTPS and is not counted, every page leads to itself: all requests seem to be HTTP."""
    if settings.NABU_PROXIES or not settings.SECURE_SSL_REDIRECT:
        return []
    return [
        CheckMessage(
            WARNING,
            "NABU_PROXIES is 0 while NABU_HTTPS is on: behind a proxy like nginx or Caddy every page redirects to "
            "itself for ever.",
            hint="Set NABU_PROXIES=1 for one proxy that sets X-Forwarded-Proto and X-Forwarded-For. Without HTTPS "
            "anywhere set NABU_HTTPS=0. If gunicorn itself has the certificate, all is well.",
            id="nabu.W001",
        )
    ]


@register(deploy=True)
def check_names(**_arguments: Any) -> list[CheckMessage]:
    """A misspelt variable would be ignored without a word."""
    return [
        CheckMessage(WARNING, f"{name} is not a setting of Nabu.", hint=f"Did you mean {close}?", id="nabu.W002")
        for name, close in misspelt(os.environ, TABLE).items()
    ]
