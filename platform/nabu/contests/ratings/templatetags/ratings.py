"""Ratings as pages show them."""

from __future__ import annotations

from django import template

from competition.ratings import uncertainty

register = template.Library()


@register.filter
def provisional(sigma: float) -> bool:
    """Whether a rating with this uncertainty is still provisional."""
    return uncertainty.is_provisional(sigma)


@register.filter
def margin(sigma: float) -> float:
    """The ± of a rating with this uncertainty."""
    return uncertainty.margin(sigma)
