"""Forgetting who was signed in, and who tried to."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

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
