"""What a new password and "sign out everywhere" end: sessions and tokens."""

from __future__ import annotations

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.tokens import revoke_all


class EndsTokens:
    """A "validator" of passwords that refuses none: Django tells validators of every new password, whoever sets it.

    Sessions end by themselves, because their key is made of the password.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Every password will do."""

    def get_help_text(self) -> str:
        """What a new password does, next to its field."""
        return _("A new password ends all other sessions and revokes all API tokens.")

    def password_changed(self, password: str, user: User | None = None) -> None:
        """Called by Django once the password is stored."""
        if user is not None:
            revoke_all(user)


@receiver([password_changed, password_reset, password_set])
def note_new_password(sender: object, user: User, **_more: object) -> None:
    """The history says that there is a new password."""
    audit(user, "account.password_changed", user)


def sign_out_everywhere(user: User, but: str | None) -> None:
    """End all sessions of the account, except the one with the key `but`, and all its tokens."""
    ended = _sessions_of(user) - {but}
    with transaction.atomic():
        Session.objects.filter(session_key__in=ended).delete()
        UserSession.objects.filter(user=user).exclude(session_key=but or "").delete()
        tokens = revoke_all(user)
        audit(user, "account.signed_out_everywhere", user, after={"tokens": tokens})


def _sessions_of(user: User) -> set[str]:
    """The keys of its sessions. Whose one is stands inside it: all are read, before anything is locked."""
    alive = Session.objects.filter(expire_date__gt=timezone.now()).iterator()
    return {session.session_key for session in alive if session.get_decoded().get(SESSION_KEY) == str(user.pk)}
