"""Which settings of a tournament a copy of it has: of a practice copy, and of the same event again."""

from __future__ import annotations

from typing import Any

from competition.formats import StageSpec
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.variants import FEWEST, tried_variants

PLAYED = (
    "game",
    "ruleset",
    "switches",
    "components",
    "place",
    "starts_at",
    "same_club",
    "round_minutes",
    "no_show_minutes",
    "watchable",
    "watch_delay",
    "self_check_in",
    "self_drop",
    "share_prizes",
)
"""How it is played: every copy has it, besides stages, variants and prizes."""

ANNOUNCED = (
    "description",
    "ratings_need",
    "statistics_need",
    "registration",
    "registration_approval",
    "capacity",
    "expected_players",
    "fee",
    "fee_currency",
)
"""What players are told before they come: the same event again has it, a practice event is for nobody else."""

MOVED = ("name", "starts_on", "ends_on", "registration_opens_at", "registration_closes_at")
"""What the next event has for another day."""

ASKED = ("club", "rated")
"""What the next event has too if whoever makes it may."""

OWN = (
    "id",
    "name_key",
    "place_key",
    "description_key",
    "component_set",  # follows from the name in `components`
    "organiser",
    "status",
    "lot",
    "check_in_open",
    "practice",
    "being_played",
    "prizes_pooled",
    "keeps_ratings",
    "cancelled_from",
    "cancelled_reason",
    "approved_at",
    "approved_by",
    "created_at",
)
"""What belongs to one event alone: its state, its lot, and what was decided about it."""


def settings_of(tournament: Tournament, fields: tuple[str, ...]) -> dict[str, Any]:
    """These settings, the stages, and the variants that may still be tried, for the spec of a copy."""
    variants = [variant for variant in tried_variants(tournament) if variant.retired_at is None]
    return {
        **{field: getattr(tournament, field) for field in fields},
        "stages": [StageSpec(stage.format, stage.config) for stage in tournament.stages.order_by("position")],
        "variants": variants if len(variants) >= FEWEST else [],
    }
