"""Addresses of players who were merged into another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from nabu.accounts.players.models import Player

OTHER = "other"
"""How an address names a second player, behind `pk`."""


def leads_to_merged(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about the player `pk`, or about `pk` and `other`: the address of one who was merged leads to the same page
    of who has taken over."""

    @wraps(view)
    def answer(request: HttpRequest, pk: int, **more: Any) -> HttpResponse:
        people = {"pk": pk, **({OTHER: more[OTHER]} if OTHER in more else {})}
        merged = Player.objects.filter(pk__in=people.values(), merged_into__isnull=False)
        targets = dict(merged.values_list("pk", "merged_into"))
        if not targets:
            return view(request, pk=pk, **more)
        assert request.resolver_match is not None
        people = {name: targets.get(player, player) for name, player in people.items()}
        address = reverse(request.resolver_match.view_name, kwargs={**more, **people})
        asked = request.GET.urlencode()
        return redirect(f"{address}?{asked}" if asked else address)

    return answer
