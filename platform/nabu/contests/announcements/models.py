"""Announcements: what an organiser says to an event, a round or a table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.tracked import Tracked
from nabu.accounts.players.names import name_of

MOST_CHARACTERS = 280


class Announcement(Tracked):
    """A short text for everybody in a tournament, or for a `round` or a `table` of it: at most one of the two is set.

    `by_mail`: it was also sent by mail. One that is `withdrawn_at` some time is shown to nobody but those who keep
    score.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="announcements")
    round = models.ForeignKey(
        "tournaments.Round", null=True, blank=True, on_delete=models.CASCADE, related_name="announcements"
    )
    table = models.ForeignKey(
        "matches.Table", null=True, blank=True, on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField(_("text"), max_length=MOST_CHARACTERS)
    by_mail = models.BooleanField(_("by mail"), default=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(round=None) | models.Q(table=None), name="announcement_has_one_reach"
            )
        ]

    @property
    def author(self) -> str:
        """Its name for those who keep score."""
        return name_of(self.made_by)

    @property
    def withdrawer(self) -> str:
        """Who took it back; nobody's name while it stands."""
        return name_of(self.withdrawn_by) if self.withdrawn_by else ""

    def __str__(self) -> str:
        return f"{self.tournament}: {self.text}"
