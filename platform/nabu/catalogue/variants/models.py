"""Ways to play a game that were given a name."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from nabu.catalogue.games.words import english, ruleset_words
from nabu.core.name_keys.models import Named


class Variant(Named):
    """A ruleset, the switches that are not at their default, and a component set, under one name.

    It never changes, because tables and experiments point at it; it can only be retired, and then is not offered any
    more. `components` is the name of the component set, `component_set` that set if it is not built in. `key` is the
    engine's word for this way to play (`engine.variants.variant_key`), by which statistics find its games. The printed
    rules have no owner.
    """

    game = models.CharField(_("game"), max_length=30)
    name = models.CharField(_("name"), max_length=60)
    description = models.TextField(_("description"), blank=True, default="")
    ruleset = models.CharField(_("ruleset"), max_length=60)
    switches = models.JSONField(_("switches"), default=dict, blank=True)
    components = models.CharField(_("component set"), max_length=60)
    component_set = models.ForeignKey(
        "games.ComponentSet", null=True, blank=True, on_delete=models.PROTECT, related_name="variants"
    )
    key = models.CharField(max_length=2000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="variants"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "name_key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "name"], name="one_variant_per_name"),
            models.UniqueConstraint(
                fields=["game", "key"], condition=models.Q(retired_at=None), name="one_variant_per_way_to_play"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    @property
    def title(self) -> str:
        """The name on a page: that of printed rules in the reader's language."""
        printed = self.owner_id is None and self.name == english(self.ruleset)
        return ruleset_words(self.ruleset) if printed else self.name
