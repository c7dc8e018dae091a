"""Pages of variants: the list of a game, one variant, a new one."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.variants import services
from nabu.catalogue.variants.derived import MOST_CHANGES
from nabu.catalogue.variants.forms import VariantForms
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.permissions import can_retire_variant
from nabu.catalogue.variants.queries import differences, in_short, listed_variants, tables_with_variant
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.web.pages import account_of, perform, post_action

TABLES = 10


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Which game?"""
    return render(request, "catalogue/variants/games.html", {"games": GAMES.values()})


@require_safe
def variant_list(request: HttpRequest, game: str) -> HttpResponse:
    """Every variant of a game, with what is different and where it is tried."""
    found = _game(game)
    listed = list(listed_variants(found))
    variants = [
        (variant, short, name_of(variant.owner)) for variant, short in zip(listed, in_short(listed), strict=True)
    ]
    return render(request, "catalogue/variants/list.html", {"game": found, "variants": variants})


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One variant: in what it differs from the printed game, and where it is played."""
    variant = get_object_or_404(Variant.objects.select_related("owner__player", "component_set"), pk=pk)
    context = {
        "variant": variant,
        "game": GAMES.get(variant.game),
        "differences": differences(variant),
        "note": note_on(variant.game, variant.components),
        "owner": name_of(variant.owner),
        "may_retire": variant.retired_at is None and can_retire_variant(request.user, variant),
        "tables": tables_with_variant(variant, TABLES),
    }
    return render(request, "catalogue/variants/detail.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Save a variant. `?components=` chooses the component set whose values can be changed."""
    found = _game(game)
    data = request.POST if request.method == "POST" else None
    forms = VariantForms(found, data, request.GET.get("components", ""))
    if data is not None and forms.is_valid():
        try:
            made = services.save_variant(account_of(request), found, forms.spec(), network_of(request))
        except services.BadValues as refusal:
            forms.main.add_error(None, refusal.message)
            forms.main.add_problems(refusal.problems)
        except Refused as refusal:
            forms.main.add_error(None, refusal.message)
        else:
            messages.success(request, _("Variant saved."))
            return redirect("variants:detail", made.pk)
    return render(request, "catalogue/variants/new.html", {"game": found, "forms": forms, "most": MOST_CHANGES})


@post_action
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer a variant no more."""
    variant = get_object_or_404(Variant, pk=pk)
    service = partial(services.retire_variant, account_of(request), variant)
    perform(request, service, _("Variant retired. Tournaments and experiments that chose it continue."))
    return redirect("variants:detail", pk)


def _game(key: str) -> Game:
    if key not in GAMES:
        raise Http404
    return GAMES[key]
