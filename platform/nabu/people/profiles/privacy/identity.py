"""Under which words the site knows a person, and how they are replaced in stored texts."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.deleted_names import deleted_name
from nabu.accounts.players.models import Player, User
from nabu.core.name_keys.keys import folded

MACHINE_WORDS = frozenset(
    {"status", "kind", "format", "game", "ruleset", "components", "basis", "action", "key", "events"}
)
"""Under these keys stand words of the program, which a name may happen to equal."""


@dataclass(frozen=True)
class Identity:
    """A person by player and account; one of the two may be missing.

    `names` are all that the player ever had here. `words` (user name, addresses) are replaced only where they are a
    whole text, because a user name may be any word.
    """

    player: Player | None
    user: User | None
    names: frozenset[str]
    words: frozenset[str]
    free_username: str = ""

    @property
    def new_name(self) -> str:
        """What stands in place of a name."""
        return deleted_name(self.player.pk) if self.player else self.new_username

    @property
    def new_username(self) -> str:
        """What stands in place of the user name."""
        return self.free_username or self.new_name

    def is_name(self, text: str) -> bool:
        """Whether the text is a name of this person, whatever its case, spaces and encoding."""
        return folded(text) in map(folded, self.names)

    def scrubbed(self, value: Any, key: str = "") -> Any:
        """The JSON value without names of this person; keys and words of the program stay."""
        if isinstance(value, dict):
            return {name: self.scrubbed(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self.scrubbed(part, key) for part in value]
        if not isinstance(value, str) or key in MACHINE_WORDS:
            return value
        return self.scrubbed_text(value)

    def scrubbed_text(self, text: str) -> str:
        """The text without names of this person."""
        if text in self.words:
            return self.new_username
        for name in sorted(self.names, key=len, reverse=True):
            if name in text:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.new_name, text)
        return text


def identity_of(player: Player | None, user: User | None) -> Identity:
    """The person with every name that the audit trail knows of the player, and of guests who were merged into it."""
    names = {str.__str__(player.name)} if player else set()
    if player is not None:
        merged = Player.objects.filter(merged_into=player)
        names |= {str.__str__(each.name) for each in merged}
        known = [player.pk, *(each.pk for each in merged)]
        entries = AuditEntry.objects.filter(object_type=Player._meta.label_lower, object_id__in=known)
        for before, after in entries.values_list("before", "after"):
            names |= {values["name"] for values in (before or {}, after or {}) if isinstance(values.get("name"), str)}
    words = {user.username, user.email, user.get_full_name()} if user else set()
    username = _free_username(user) if user else ""
    return Identity(player, user, frozenset(filter(None, names)), frozenset(filter(None, words)), username)


def _free_username(user: User) -> str:
    """Somebody may have signed up under this name to be in the way."""
    username = f"deleted-{user.pk}"
    taken = User.objects.filter(username__iexact=username).exclude(pk=user.pk).exists()
    return f"{username}-{secrets.token_hex(4)}" if taken else username
