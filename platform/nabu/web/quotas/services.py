"""Files come in while there is room: on the disk, and in the quota of who sends them.

Only what comes over the network counts (`sent_from`, see `nabu.core.proxies.network_of`): the demo and practice events
make logs too. Staff have no quota. Two requests at the same moment may both get the last place.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Min, QuerySet, Sum
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.core.disk import check_space
from nabu.core.errors import TryLater
from nabu.web.quotas.models import Upload

WINDOW = timedelta(hours=24)


def check_quota(actor: User | None, sent_from: str) -> None:
    """Before a file is taken in; without an account only the network counts. Raises TryLater while the disk is nearly
    full (507) or a quota is used up (429)."""
    if not sent_from:
        return
    check_space()
    if actor is not None and actor.is_staff:
        return
    lately = Upload.objects.filter(sent_at__gt=timezone.now() - WINDOW)
    of_account, of_network = settings.UPLOAD_QUOTA_ACCOUNT, settings.UPLOAD_QUOTA_NETWORK
    if actor is not None and (until := _full_until(lately.filter(account=actor), *of_account)):
        text = _("You have reached the limit of %(files)d files or %(megabytes)d MB in 24 hours.")
        raise _too_much(text, until, *of_account)
    if until := _full_until(lately.filter(network=sent_from), *of_network):
        text = _("Your network has reached the limit of %(files)d files or %(megabytes)d MB in 24 hours.")
        raise _too_much(text, until, *of_network)


def note_upload(actor: User | None, sent_from: str, size: int) -> None:
    """Count a file, in the transaction that stores it. Without an account it is one game of a table, recorded here."""
    if sent_from and actor is not None:
        Upload.objects.create(account=actor, network=sent_from, size=size)


def forget_uploads() -> int:
    """Delete what counts no more. Returns how many rows."""
    return Upload.objects.filter(sent_at__lte=timezone.now() - WINDOW).delete()[0]


def _full_until(uploads: QuerySet[Upload], files: int, megabytes: int) -> datetime | None:
    """When the first of these stops to count, if they use up the quota."""
    used = uploads.aggregate(files=Count("pk"), size=Sum("size"), first=Min("sent_at"))
    full = used["files"] >= files or (used["size"] or 0) >= megabytes * 2**20
    return (used["first"] or timezone.now()) + WINDOW if full else None


def _too_much(text: str, until: datetime, files: int, megabytes: int) -> TryLater:
    text = text % {"files": files, "megabytes": megabytes}
    again = _("Try again at %(time)s.") % {"time": time_format(timezone.localtime(until))}
    seconds = int((until - timezone.now()).total_seconds()) + 1
    return TryLater(f"{text} {again}", status=429, seconds=max(1, seconds))
