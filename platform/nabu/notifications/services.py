"""What an account changes about its mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.audit.services import record
from nabu.errors import Refused
from nabu.notifications.kinds import CONFIRMATION, Kind
from nabu.notifications.models import Mail, Mailbox
from nabu.notifications.writing import write_confirmation
from nabu.players.models import User

MOST_CONFIRMATIONS = 5
"""So many times a day an account may have an address asked: it could be somebody else's."""


def mailbox_of(user: User) -> Mailbox:
    """The mailbox of the account, made up if there is none yet."""
    return Mailbox.objects.filter(user=user).first() or Mailbox(user=user)


def address_is_confirmed(user: User, mailbox: Mailbox) -> bool:
    """Mails may go to the account's address."""
    return bool(user.email) and mailbox.confirmed == user.email


@transaction.atomic
def update_mail(user: User, *, address: str | None = None, off: Iterable[str] | None = None) -> Mailbox:
    """Change the address, which is then asked by mail whether it is right, and the kinds that are not wanted.

    Sending an address that is not confirmed yet once more asks it once more.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    mailbox, _created = Mailbox.objects.get_or_create(user=user)
    before = {"off": mailbox.off}
    if off is not None:
        mailbox.off = _kinds(off)
        mailbox.save(update_fields=["off"])
    changed = address is not None and address != user.email
    if address is not None:
        user.email = _checked(address)
        user.save(update_fields=["email"])
        if user.email and not address_is_confirmed(user, mailbox):
            _ask(user)
    # The address itself is nobody else's business, staff who read the history included.
    after = {"off": mailbox.off, "address_changed": changed}
    record(user, "account.mail_changed", user, before, after)
    return mailbox


@transaction.atomic
def confirm_address(user: User, address: str) -> None:
    """Whoever reads mail at this address has said so. Raises Refused if the account has another address by now."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.email != address:
        raise Refused(_("The account has another address by now."))
    mailbox, _created = Mailbox.objects.get_or_create(user=user)
    if mailbox.confirmed != address:
        mailbox.confirmed = address
        mailbox.save(update_fields=["confirmed"])
        record(user, "account.address_confirmed", user)


@transaction.atomic
def stop_mails(user: User, kind: Kind) -> None:
    """No mails of this kind any more; those that wait are not sent. Doing it again does nothing."""
    user = User.objects.select_for_update().get(pk=user.pk)
    mailbox, _created = Mailbox.objects.get_or_create(user=user)
    if kind in mailbox.off:
        return
    before = {"off": mailbox.off}
    mailbox.off = _kinds([*mailbox.off, kind])
    mailbox.save(update_fields=["off"])
    Mail.objects.filter(user=user, kind=kind, state=Mail.State.DUE).delete()
    record(user, "account.mail_changed", user, before, {"off": mailbox.off})


def _ask(user: User) -> None:
    lately = timezone.now() - timedelta(days=1)
    if Mail.objects.filter(user=user, kind=CONFIRMATION, created_at__gt=lately).count() >= MOST_CONFIRMATIONS:
        raise Refused(_("That is enough for today. Look into the mails that were sent, or try again tomorrow."))
    write_confirmation(user)


def _checked(address: str) -> str:
    address = address.strip()
    if address:
        try:
            validate_email(address)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
        if len(address) > 254:
            raise Refused(_("This address is too long."))
    return address


def _kinds(off: Iterable[str]) -> list[str]:
    wanted = set(off)
    return [kind.value for kind in Kind if kind in wanted]
