"""Signed links in mails: whoever has the mail may do one thing without signing in."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from nabu.notifications.kinds import Kind
from nabu.players.models import User

CONFIRM, STOP = "nabu.mail.confirm", "nabu.mail.stop"
CONFIRM_WITHIN = timedelta(days=3)


def confirm_link(user: User, address: str) -> str:
    """Says that the address is this account's."""
    return _link("notifications:confirm", signing.dumps([user.pk, address], salt=CONFIRM))


def stop_link(user_id: int, kind: str) -> str:
    """Ends the mails of a kind. It works for ever, because old mails are kept for ever."""
    return _link("notifications:stop", signing.dumps([user_id, kind], salt=STOP))


def read_confirm(token: str) -> tuple[User, str] | None:
    """The account and the address of a link that is whole and not too old."""
    try:
        pk, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return (user, str(address)) if user else None


def read_stop(token: str) -> tuple[User, Kind] | None:
    """The account and the kind of a link that is whole."""
    try:
        pk, kind = signing.loads(token, salt=STOP)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk).first()
    return (user, Kind(kind)) if user and kind in Kind.values else None


def site_link(route: str, *arguments: object) -> str:
    """The whole address of a page."""
    return settings.SITE_ADDRESS + reverse(route, args=arguments)


def _link(route: str, token: str) -> str:
    return site_link(route, token)
