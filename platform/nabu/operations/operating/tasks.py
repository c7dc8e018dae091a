"""What is done once a day for the whole site: who was signed in is forgotten, and keys of names are made right."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from nabu.accounts.versions.services import PEOPLE, touch
from nabu.core.name_keys.refresh import refresh_name_keys

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["sign_ins"])
"""So long it is kept who signed in from which address, for whoever looks into a break-in."""


@shared_task(ignore_result=True)
def purge_access() -> int:
    """Delete sessions that are over, and old rows about signing in. Returns how many of the latter.

    Locked accounts stay locked: an attempt counts for minutes only.
    """
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    before = timezone.now() - KEPT_FOR
    return sum(
        model.objects.filter(attempt_time__lt=before).delete()[0]
        for model in (AccessAttempt, AccessLog, AccessFailureLog)
    )


@shared_task(ignore_result=True)
def refresh_names() -> int:
    """Make right what hosts of an older version wrote after the last migration. Returns how many keys were wrong."""
    wrong = refresh_name_keys()
    if wrong:
        touch(PEOPLE)
    return wrong
