"""Pages of the games: what each one is, how sure its components are, and the component sets that people bring."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.component_files import schema_of
from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games import services
from nabu.catalogue.games.files import json_file, set_text
from nabu.catalogue.games.forms import ComponentFileForm
from nabu.catalogue.games.fronts import board_file, usual_game
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.notes import reconstructed_note
from nabu.catalogue.games.queries import cards_by_kind, for_person, loaded_sets, sections_of
from nabu.catalogue.games.words import edition_words, either, option_words, ruleset_words, span
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.web.pages import account_of, perform, post_action


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Every game, for how many players, and whether it is the printed game."""
    games = [
        {
            "game": game,
            "board": board_file(game),
            "players": either(game.player_counts),
            "usual": usual_game(game),
            "note": reconstructed_note(game, [_first_set(game)]),
        }
        for game in GAMES.values()
    ]
    return render(request, "catalogue/games/list.html", {"games": games})


@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """One game: its data, component sets, rulings, score sources and cards."""
    return _game_page(request, _game(key), ComponentFileForm())


@post_action
def load(request: HttpRequest, key: str) -> HttpResponse:
    """Load a component set from a file; what is wrong with it is listed on the page."""
    game = _game(key)
    form = ComponentFileForm(request.POST, request.FILES)
    problems: list[str] = []
    if form.is_valid():
        try:
            made = services.load_component_set(
                account_of(request), form.cleaned_data["file"], sent_from=network_of(request)
            )
        except services.BadFile as refusal:
            form.add_error("file", refusal.message)
            problems = refusal.problems
        except Refused as refusal:
            form.add_error("file", refusal.message)
        else:
            messages.success(request, _("Component set “%(name)s” loaded.") % {"name": made.name})
            return redirect("games:set", made.game, made.name)
    return _game_page(request, game, form, problems)


@require_safe
def schema(request: HttpRequest, key: str) -> HttpResponse:
    """The JSON Schema of the game's component sets."""
    game = _game(key)
    return json_file(json.dumps(schema_of(game.key), indent=2, ensure_ascii=False), f"{game.key}-schema.json")


@require_safe
def component_set(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """One component set: how sure its sections are, its cards, and for a loaded one who loaded it."""
    game = _game(key)
    row = None if name in game.component_sets else get_object_or_404(loaded_sets(game), name=name)
    components = next(iter(sets_named(game, [name])), None)
    context = {
        "game": game,
        "name": name,
        "loaded": for_person(row, request.user) if row else None,
        "components": components,
        "sha256": row.sha256 if row else components.sha256 if components else "",
        "note": reconstructed_note(game, [components]) if components else None,
        "sections": sections_of(game, components) if components else [],
        "cards": cards_by_kind(components) if components else [],
    }
    return render(request, "catalogue/games/set.html", context)


@require_safe
def set_file(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """A component set as a file, to be corrected and loaded under another name."""
    text = set_text(_game(key), name)
    if text is None:
        raise Http404
    return json_file(text, f"{name}.json")


@post_action
def withdraw(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Offer a loaded set no more."""
    row = _loaded(key, name)
    service = partial(services.withdraw_component_set, account_of(request), row)
    perform(request, service, _("Component set withdrawn. Old logs that name it can still be verified."))
    return redirect("games:set", key, name)


@post_action
def restore(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Offer a withdrawn set again."""
    row = _loaded(key, name)
    service = partial(services.restore_component_set, account_of(request), row)
    perform(request, service, _("Component set restored."))
    return redirect("games:set", key, name)


def _game(key: str) -> Game:
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def _loaded(key: str, name: str) -> ComponentSet:
    return get_object_or_404(ComponentSet, game=_game(key).key, name=name)


def _first_set(game: Game) -> Any:
    return game.components(game.component_sets[0])


def _game_page(
    request: HttpRequest, game: Game, form: ComponentFileForm, problems: list[str] | None = None
) -> HttpResponse:
    """`problems` are those of a file that was refused."""
    components = _first_set(game)
    switches = [
        (
            _(switch.title),
            _(switch.note),
            option_words(switch, switch.default),
            [option_words(switch, option) for option in switch.options],
        )
        for switch in game.switches
    ]
    context = {
        "game": game,
        "board": board_file(game),
        "usual": usual_game(game),
        "edition": edition_words(game.key, components.name),
        "players": span(game.player_counts),
        "rulesets": [ruleset_words(name) for name in game.rulesets],
        "components": components,
        "note": reconstructed_note(game, [components]),
        "sections": sections_of(game, components),
        "cards": cards_by_kind(components),
        "built_in": [game.components(name) for name in game.component_sets],
        "loaded": [for_person(row, request.user) for row in loaded_sets(game)],
        "form": form,
        "problems": problems or [],
        "switches": switches,
    }
    return render(request, "catalogue/games/detail.html", context)
