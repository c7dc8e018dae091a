"""Accounts and players. A player exists without an account: an organiser enters people by name."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players.deleted_names import PlayerNameField
from nabu.core.name_keys.models import Named


class User(AbstractUser):
    """An account. `language` is the language of the pages and mails for this account; empty follows the browser.

    Of a deleted account the row stays without anything about the person, because games and results point to it.
    """

    language = models.CharField(_("language"), max_length=5, blank=True, default="")
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    through_token = False
    """Not stored: this request came with an API token of the account (`nabu.web.rest.tokens`)."""


class Player(Named):
    """A person who sits at tables, with or without an account. Who sees whom: `nabu.accounts.players.visibility`.

    `created_by` entered this person by name. A deleted player keeps games and ratings, and has no name of their own.
    `merged_into` is the player who has taken over everything of this one; the row stays for whoever names it.
    """

    name = PlayerNameField(_("name"), max_length=80, db_index=True)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "id"]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A key to the REST API. Only its SHA-256 is kept; `start` is its beginning, for people to tell keys apart.

    `scopes` are values of `nabu.accounts.players.scopes.Scope`. `is_login`: made by sending user name and password; it
    has no name of its own.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=9)
    scopes = models.JSONField(_("scopes"), default=list)
    is_login = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.title}"

    @property
    def title(self) -> str:
        """What it is called on pages."""
        return gettext("Logged in with the password") if self.is_login else self.name


class UsedCode(models.Model):
    """A two-factor code that the account has used lately, see `nabu.accounts.players.two_factor`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=10)
    used_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "code"], name="code_used_once")]

    def __str__(self) -> str:
        return f"a code of {self.user}"


Person = User | AnonymousUser
"""Who asks: an account, or a visitor."""
