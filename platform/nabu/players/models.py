"""Accounts and players. A player exists without an account: an organiser enters people by name."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. `language` is the language of the pages and mails for this account; empty follows the browser."""

    language = models.CharField(_("language"), max_length=5, blank=True, default="")


class Player(models.Model):
    """A person who sits at tables, with or without an account."""

    name = models.CharField(_("name"), max_length=80)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
