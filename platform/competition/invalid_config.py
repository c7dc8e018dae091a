"""The refusal of formats and pairings. By itself, because pairings are imported by the formats."""

from __future__ import annotations


class InvalidConfig(ValueError):
    """The settings of a stage are not allowed, or do not allow a pairing. The text is a plain translated sentence."""
