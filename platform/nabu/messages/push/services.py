"""Devices of an account: allowed, removed, and forgotten when their push service no longer knows them."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.core.errors import Refused
from nabu.messages.push.encoding import from_text
from nabu.messages.push.encryption import SECRET_BYTES, read_public_key
from nabu.messages.push.models import Device
from nabu.messages.webhooks.addresses import read_address

MOST_DEVICES = 10


def may_add_first_device(user: User) -> bool:
    """The site sends notifications, and this account has not allowed any yet."""
    return bool(settings.PUSH_KEY) and not user.devices.exists()


@transaction.atomic
def allow_device(user: User, endpoint: str, public_key: str, secret: str) -> Device:
    """Show notifications of the account on this browser. Raises Refused for a subscription that cannot be used.

    Doing it again renews the keys. Whoever used the browser before gets no notifications on it any more.
    """
    if not settings.PUSH_KEY:
        raise Refused(_("This site sends no notifications to devices."))
    _check(endpoint, public_key, secret)
    user = User.objects.select_for_update().get(pk=user.pk)
    before = Device.objects.select_for_update().filter(endpoint=endpoint).first()
    if before is not None and before.user_id == user.pk:
        before.public_key, before.secret, before.language = public_key, secret, get_language() or ""
        before.save(update_fields=["public_key", "secret", "language"])
        return before
    if user.devices.count() >= MOST_DEVICES:
        raise Refused(_("An account has at most %(most)s devices. Remove one first.") % {"most": MOST_DEVICES})
    if before is not None:
        _delete(before.user, before)
    made = Device.objects.create(
        user=user, endpoint=endpoint, public_key=public_key, secret=secret, language=get_language() or ""
    )
    audit(user, "account.device_added", user, after={"service": _service(made)})
    return made


@transaction.atomic
def remove_device(user: User, pk: int) -> None:
    """No more notifications on this device of the account. Removing it again does nothing."""
    found = Device.objects.select_for_update().filter(pk=pk, user=user).first()
    if found is not None:
        _delete(user, found)


@transaction.atomic
def forget_device(device: Device) -> None:
    """The push service says that the browser does not want messages any more."""
    found = Device.objects.select_for_update().filter(pk=device.pk).first()
    if found is not None:
        _delete(None, found)


def _delete(actor: User | None, device: Device) -> None:
    audit(actor, "account.device_removed", device.user, before={"service": _service(device)})
    device.delete()


def _service(device: Device) -> str:
    """Whose push service it is; the whole address would let its reader recognise the browser."""
    return urlsplit(device.endpoint).hostname or ""


def _check(endpoint: str, public_key: str, secret: str) -> None:
    try:
        read_address(endpoint)
        read_public_key(from_text(public_key))
        usable = len(from_text(secret)) == SECRET_BYTES
    except (Refused, ValueError):
        usable = False
    if not usable:
        raise Refused(_("This browser's push service cannot be used. Try another browser."))
