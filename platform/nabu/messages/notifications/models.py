"""Where mails of an account go, and the mails that are to be sent."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from nabu.core.database_clock import DatabaseTimeField
from nabu.core.sentences import in_words

MOST_SUBJECT = 200


class Mailbox(models.Model):
    """What an account wants to be told by mail. No row: an address that was never confirmed.

    `confirmed` is the address that was confirmed last: a copy of what allauth knows, which saves the mails of a round a
    query. Mails go out only while it is the account's `email`. `off` are the kinds
    (`nabu.messages.notifications.kinds.Kind`) that the person does not want.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mailbox")
    confirmed = models.EmailField(blank=True, default="")
    off = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["user"]
        verbose_name_plural = "mailboxes"

    def __str__(self) -> str:
        return f"mailbox of {self.user}"


class Mail(models.Model):
    """A mail to be sent, or sent. One of a site without a mail server is not sent but kept, for staff to read.

    `content` is what it says, in messages (`nabu.messages.notifications.texts.Letter`), or in verbatim for the oldest
    mails; and `language`, in which somebody without a choice of their own asked for it; and `table`, if the mail tells
    somebody their table, or `announcement`, if it tells one (`nabu.messages.notifications.pairings`).
    """

    class State(models.TextChoices):
        DUE = "due", _("sending")
        SENT = "sent", _("sent")
        KEPT = "kept", _("not sent")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=12)
    address = models.EmailField()
    content = models.JSONField()
    state = models.CharField(max_length=6, choices=State, default=State.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = DatabaseTimeField()
    error = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="mails_due")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user}"

    @property
    def language(self) -> str:
        """In which it is sent."""
        return self.user.language or str(self.content.get("language") or settings.LANGUAGE_CODE)

    @property
    def subject(self) -> str:
        """In the active language."""
        return " ".join(str(in_words(self.content["subject"])).split())[:MOST_SUBJECT]

    @property
    def text(self) -> str:
        """In the active language: paragraphs with an empty line between them."""
        paragraphs: list[list[str]] = in_words(self.content["paragraphs"])
        return "\n\n".join("\n".join(lines) for lines in paragraphs) + "\n"
