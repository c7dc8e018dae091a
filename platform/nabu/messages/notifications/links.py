"""Links in mails. Of the signed ones: whoever has the mail may do one thing without signing in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.messages.notifications.kinds import Kind

STOP = "nabu.mail.stop"


def stop_link(user_id: int, kind: str) -> str:
    """Ends the mails of a kind. It works for ever, because old mails are kept for ever."""
    return site_link("notifications:stop", signing.dumps([user_id, kind], salt=STOP))


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
