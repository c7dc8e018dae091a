"""What an account changes about its mail."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.messages.notifications.kinds import ACCOUNT, Kind
from nabu.messages.notifications.models import Mail, Mailbox


def mailbox_of(user: User) -> Mailbox:
    """The mailbox of the account, made up if there is none yet."""
    return Mailbox.objects.filter(user=user).first() or Mailbox(user=user)


def address_is_confirmed(user: User, mailbox: Mailbox) -> bool:
    """Mails may go to the account's address."""
    return bool(user.email) and mailbox.confirmed == user.email


def mails_for_staff(user: User) -> QuerySet[Mail]:
    """What this member of the staff may read: only superusers see links that open an account of the staff."""
    mails = Mail.objects.select_related("user")
    return mails if user.is_superuser else mails.exclude(kind=ACCOUNT, user__is_staff=True)


@transaction.atomic
def update_mail(user: User, off: Iterable[str]) -> Mailbox:
    """Change the kinds that are not wanted."""
    user = User.objects.select_for_update().get(pk=user.pk)
    mailbox, _created = Mailbox.objects.get_or_create(user=user)
    before = {"off": mailbox.off}
    mailbox.off = _kinds(off)
    mailbox.save(update_fields=["off"])
    audit(user, "account.mail_changed", user, before, {"off": mailbox.off})
    return mailbox


@transaction.atomic
def note_confirmed(user: User, address: str) -> None:
    """Whoever reads mail at this address has said so."""
    Mailbox.objects.update_or_create(user=user, defaults={"confirmed": address})
    # The address itself is nobody else's business, staff who read the history included.
    audit(user, "account.address_confirmed", user)


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
    audit(user, "account.mail_changed", user, before, {"off": mailbox.off})


def _kinds(off: Iterable[str]) -> list[str]:
    wanted = set(off)
    return [kind.value for kind in Kind if kind in wanted]
