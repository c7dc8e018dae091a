"""Addresses of players who were merged into another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from nabu.accounts.players.models import Player


def leads_to_merged(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about the player `pk`: the address of one who was merged leads to the same page of who has taken over."""

    @wraps(view)
    def answer(request: HttpRequest, pk: int, **more: Any) -> HttpResponse:
        target = Player.objects.filter(pk=pk, merged_into__isnull=False).values_list("merged_into", flat=True).first()
        if target is None:
            return view(request, pk=pk, **more)
        assert request.resolver_match is not None
        address = reverse(request.resolver_match.view_name, kwargs={"pk": target, **more})
        asked = request.GET.urlencode()
        return redirect(f"{address}?{asked}" if asked else address)

    return answer
