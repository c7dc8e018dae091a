"""Calls for a director, conversations with the organiser, and what the organiser allows of both."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.tracked import Tracked

NOTE_LENGTH = 140
SUBJECT_LENGTH = 80
TEXT_LENGTH = 1000


class CallSettings(Tracked):
    """What the organiser of an event has switched off. No row: everything is on."""

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="call_settings")
    calls = models.BooleanField(_("players can call a director"), default=True)
    contact = models.BooleanField(_("people can write to the organiser"), default=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "call settings"

    def __str__(self) -> str:
        return f"call settings of {self.tournament}"


class Block(models.Model):
    """Somebody whose calls and messages the organiser does not want in this event. Unblocking deletes the row.

    An account, or the `entry` of somebody who called with the code of a seat: the other is empty. It concerns the
    person however they act then (`nabu.contests.calls.permissions.is_blocked`).
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="blocks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="blocked_in"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.CASCADE, related_name="blocked_in"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_block_per_account"),
            models.UniqueConstraint(fields=["tournament", "entry"], name="one_block_per_entry"),
            models.CheckConstraint(condition=Q(user__isnull=True) ^ Q(entry__isnull=True), name="block_of_one"),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.entry} in {self.tournament}"


class DirectorCall(models.Model):
    """A table asks for a director. At most one call of a table is open: not closed yet.

    Made by an account seated there, or with the code of a seat: then the account is empty and the entry says whose it
    was. Who closes a call that nobody has taken has taken it too. `cancelled`: the caller closed it.

    It is a moment, no state of the tournament: nothing is taken back, and taking back a round is not in its way. So it
    is not tracked; the audit trail tells what was done.
    """

    tournament_path = "tournament"

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="director_calls")
    table = models.ForeignKey("matches.Table", on_delete=models.CASCADE, related_name="director_calls")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True, default="")
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    cancelled = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_at=None), name="one_open_call_per_table")
        ]
        indexes = [models.Index(fields=["tournament"], condition=Q(closed_at=None), name="open_calls")]

    def __str__(self) -> str:
        return f"call from {self.table}"


class Conversation(models.Model):
    """What one person and the organisers of an event, or the owners of a club, have written to each other.

    Exactly one of `tournament` and `club` is set. `unanswered` are the messages of the person since the last answer, or
    since somebody closed it. `last_at` is the time of its last message; so long after it, it is
    deleted (`nabu.contests.calls.tasks`). It goes with the account of the person.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ANSWERED = "answered", _("answered")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="conversations"
    )
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="conversations"
    )
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations")
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.OPEN)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    unanswered = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-last_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "writer"], name="one_conversation_per_event"),
            models.UniqueConstraint(fields=["club", "writer"], name="one_conversation_per_club"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=True) ^ Q(club__isnull=True), name="conversation_about_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.writer} to {self.tournament or self.club}"


class ContactMessage(models.Model):
    """One message: of the person, or an answer (`is_answer`). The author of an answer may have been deleted since."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    is_answer = models.BooleanField(default=False)
    subject = models.CharField(_("subject"), max_length=SUBJECT_LENGTH, blank=True, default="")
    text = models.CharField(_("text"), max_length=TEXT_LENGTH)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"message {self.pk} of {self.author}"
