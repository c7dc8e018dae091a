"""Mails about the account itself: links that open it, and news about its safety. Nobody can do without them."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation

from engine.message import Message, Plural
from nabu.accounts.players.models import User
from nabu.messages.notifications.kinds import ACCOUNT
from nabu.messages.notifications.links import site_link
from nabu.messages.notifications.models import Mail
from nabu.messages.notifications.texts import Letter, Part
from nabu.messages.notifications.writing import SEND, save_mails
from nabu.web.jobs.asking import ask

logger = logging.getLogger(__name__)

MOST_LINKS = 10
"""So many mails with a link an account gets within an hour: whoever asks may be somebody else."""

_RESET = ("mails.reset", "mails.reset_text", "mails.reset_warning")
_CONFIRM = ("mails.confirm_address", "mails.confirm_address_text", "mails.confirm_address_warning")
LINKS = {
    "password_reset_key": _RESET,
    "email_confirmation": _CONFIRM,
    "email_confirmation_signup": _CONFIRM,
}
"""What allauth calls the mails with a link, and ours: subject, text, warning."""

NEWS = {
    "password_changed": "mails.password_changed",
    "password_reset": "mails.password_changed",
    "password_set": "mails.password_changed",
    "email_changed": "mails.address_changed",
    "email_confirm": "mails.address_changed",
    "email_deleted": "mails.address_removed",
    "totp_activated": "mails.app_added",
    "totp_deactivated": "mails.app_removed",
    "webauthn_added": "mails.passkey_added",
    "webauthn_removed": "mails.passkey_removed",
    "recovery_codes_generated": "mails.recovery_codes",
}
"""The same for what happened to the account."""

TEXTS: dict[str, str | Plural] = {
    "mails.reset": "A new password for your account",
    "mails.reset_text": "Somebody, probably you, asked for a new password for the account “%(name)s”. Set it here:",
    "mails.reset_warning": (
        "The link works for a few hours. If this was not you, ignore this mail: your password stays the same."
    ),
    "mails.confirm_address": "Confirm your address",
    "mails.confirm_address_text": (
        "The account “%(name)s” uses this address. If it is yours, open this page to confirm:"
    ),
    "mails.confirm_address_warning": ("If you were not expecting this mail, ignore it. You will get no more of them."),
    "mails.password_changed": "Your password was changed",
    "mails.address_changed": "Your e-mail address was changed",
    "mails.address_removed": "Your e-mail address was removed",
    "mails.app_added": "Two-factor authentication by app is on",
    "mails.app_removed": "Two-factor authentication by app is off",
    "mails.passkey_added": "A passkey was added",
    "mails.passkey_removed": "A passkey was removed",
    "mails.recovery_codes": "New recovery codes were created",
    "mails.account_changed": "Your account was changed",
    "mails.account_news": "Your account “%(name)s” was just changed: %(what)s.",
    "mails.account_warning": "If this was not you, set a new password now:",
}


@transaction.atomic
def write_account_mail(user: User, address: str, about: str, link: str = "") -> None:
    """Store one mail and have it sent. `about` is what allauth calls it."""
    if about not in LINKS:
        letter = _news(user, Message(NEWS.get(about, "mails.account_changed")))
    elif _had_enough(user):
        logger.warning("account %s reached the limit of mails with links", user.pk)
        return
    else:
        letter = _with_link(user, *LINKS[about], link)
    # Who has not chosen a language gets the one in which the page was read.
    content = letter.to_json() | {"language": translation.get_language()}
    save_mails([Mail(user=user, kind=ACCOUNT, address=address, content=content)])


@transaction.atomic
def write_nothing() -> None:
    """Nobody has this address. Strangers get no mail, and whoever asked does not see it by the time it takes."""
    ask(SEND, SEND)


def without_links(content: dict[str, object]) -> dict[str, object]:
    """What is kept of a mail that was sent: whoever reads it later cannot open the account."""
    return content | {"paragraphs": []}


def _had_enough(user: User) -> bool:
    lately = timezone.now() - timedelta(hours=1)
    return Mail.objects.filter(user=user, kind=ACCOUNT, created_at__gt=lately).count() >= MOST_LINKS


def _with_link(user: User, subject: str, text: str, warning: str, link: str) -> Letter:
    what = Message(text, {"name": user.get_username()})
    return Letter(Message(subject), [[Message("mails.hello")], [what], [link], [Message(warning)]])


def _news(user: User, what: Message) -> Letter:
    text = Message("mails.account_news", {"name": user.get_username(), "what": what})
    page: list[Part] = [Message("mails.account_warning"), site_link("account_reset_password")]
    return Letter(what, [[Message("mails.hello")], [text], page])
