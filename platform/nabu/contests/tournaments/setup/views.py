"""Making and changing a draft: three steps for a new one, all of it on one page for one that exists."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from competition.formats import StageSpec
from competition.plans import plans_for
from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import offered_variants
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.setup import services, steps
from nabu.contests.tournaments.setup.forms import TournamentForms
from nabu.contests.tournaments.setup.presets import DEFAULT_PRESET, PRESETS, USUAL_PLAYERS
from nabu.contests.tournaments.stale import FIELD, compare_forms
from nabu.core.errors import Refused
from nabu.web.pages import account_of, by_htmx, perform_form


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new draft in three steps."""
    if request.method == "POST":
        return _sent(request, steps.followed(request.POST))
    words = request.session.get(steps.KEPT) if "step" in request.GET else None
    if words:
        return _new_page(request, steps.step_of(request.GET["step"]), QueryDict(words))
    game = _game(request.GET.get("game") or next(iter(GAMES)))
    forms = TournamentForms(game, account_of(request), rules=_variant(game, request.GET.get("variant", "")))
    return _steps_page(request, forms, steps.WHAT, None)


def _sent(request: HttpRequest, data: QueryDict) -> HttpResponse:
    """Save the draft, or show another step, or the chain of stages after one of its buttons."""
    account, game = account_of(request), _game(data.get("game", ""))
    here, do = steps.step_of(data.get("at", "3")), data.get("do", "")
    if not do.startswith("step:") and TournamentForms(game, account, data).rearranged:
        return _new_page(request, here, data)
    checked = data.copy()
    checked.pop("do", None)
    forms, kind = TournamentForms(game, account, checked), steps.KindForm(checked)
    right = forms.is_valid() & kind.is_valid()
    wrong = forms.wrong | set(kind.errors)
    if do:
        to = steps.step_of(do.removeprefix("step:"))
        if to > here and wrong & steps.FIELDS.get(here, set()):
            return _steps_page(request, forms, here, checked, kind)
        kept = data.urlencode()
        if by_htmx(request) or len(kept) > steps.LONGEST_KEPT:
            return _new_page(request, to, data)
        request.session[steps.KEPT] = kept
        return redirect(f"{reverse('tournaments:new')}?step={to}")
    if right and here == steps.WHAT and forms.main.cleaned_data["registration"]:
        # The kind of event brought it, and whoever is here has not seen it.
        messages.info(request, _("Self-registration is on. Check it, then create the tournament."))
        return _steps_page(request, forms, steps.WHEN, checked, kind)
    if right:
        try:
            made = services.create_tournament(account, services.TournamentSpec(game=game.key, **forms.values()))
        except Refused as refusal:
            forms.main.add_error(None, refusal.message)
        else:
            request.session.pop(steps.KEPT, None)
            if made.registration:
                messages.success(request, _("Tournament created. It is public, and players register themselves."))
            else:
                messages.success(request, _("Draft created. Next, add the players."))
            return redirect("tournaments:entries", made.pk)
    to = next((step for step, fields in steps.FIELDS.items() if wrong & fields), steps.RULES)
    return _steps_page(request, forms, to, checked, kind)


def edit_draft(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same form parts for a draft that exists, all at once."""
    game = GAMES[tournament.game]
    stages = [StageSpec(stage.format, stage.config) for stage in tournament.stages.all()]
    account, data = account_of(request), request.POST if request.method == "POST" else None
    forms = TournamentForms(game, account, data, tournament, stages)
    fresh = TournamentForms(game, account, None, tournament, stages)
    saves = data is not None and not forms.rearranged
    stale = compare_forms(
        request,
        tournament,
        {Tournament._meta.label_lower: [tournament.pk], Stage._meta.label_lower: None},
        fresh.titled(),
        forms.titled() if saves else None,
        request.path,
        (fresh.chain(), forms.chain()),
    )
    if any(each.name == "stages" and not each.touched for each in stale.differences):
        forms.take_chain(fresh)
    # A form whose chain of stages was rearranged goes on from what it was drawn with.
    forms.main.stale = replace(stale, as_shown=request.POST.get(FIELD, "")) if data is not None and not saves else stale
    if saves and forms.is_valid() and not stale:
        service = partial(services.update_tournament, account, tournament, **forms.values())
        if perform_form(request, forms.main, service, _("Draft saved.")):
            return redirect("tournaments:detail", tournament.pk)
    return _draft_page(request, {"forms": forms, "game": game, "tournament": tournament})


def _new_page(request: HttpRequest, step: int, data: QueryDict) -> HttpResponse:
    """A step with everything as it was typed, right or not."""
    data = data.copy()
    data.setdefault("do", f"step:{step}")
    forms = TournamentForms(_game(data.get("game", "")), account_of(request), data)
    return _steps_page(request, forms, step, data)


def _steps_page(
    request: HttpRequest, forms: TournamentForms, step: int, data: QueryDict | None, kind: steps.KindForm | None = None
) -> HttpResponse:
    sent = QueryDict() if data is None else data
    drawn = {
        "game": forms.game.key,
        "preset": sent.get("preset", DEFAULT_PRESET.key),
        "expected_players": sent.get("expected_players", str(USUAL_PLAYERS)),
    }
    context = {
        "forms": forms,
        "game": forms.game,
        "kind": kind or steps.KindForm(initial=drawn),
        "presets": PRESETS,
        "drawn": drawn,
        "step": step,
        "steps": steps.STEPS,
        "forecast": steps.forecast(forms.game, data) if step == steps.RULES else None,
    }
    return _draft_page(request, context)


def _draft_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The forms of a draft, with what must be known about the components that are chosen so far."""
    chosen = str(context["forms"].main["components"].value() or "")
    plans = plans_for(context["game"].player_counts)
    note = note_on(context["game"].key, chosen)
    return render(request, "contests/tournaments/setup/form.html", {**context, "plans": plans, "note": note})


def _variant(game: Game, words: str) -> Variant | None:
    """The variant that a new tournament is to begin with, if the address names one."""
    number = int(words) if words.isascii() and words.isdigit() and len(words) < 10 else 0
    return offered_variants(game.key).filter(pk=number).first()


def _game(key: str) -> Game:
    """The game of that key. Raises Http404."""
    if key not in GAMES:
        raise Http404
    return GAMES[key]
