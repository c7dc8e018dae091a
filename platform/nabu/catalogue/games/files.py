"""Component sets as files to take home."""

from __future__ import annotations

import json

from django.http import HttpResponse

from engine.game import Game
from nabu.catalogue.games.models import ComponentSet


def set_text(game: Game, name: str) -> str | None:
    """The JSON text of a component set, built in or loaded, withdrawn or not; None if there is none of this name."""
    if name in game.component_sets:
        return json.dumps(game.components(name).data, indent=2, ensure_ascii=False) + "\n"
    return ComponentSet.objects.filter(game=game.key, name=name).values_list("data", flat=True).first()


def json_file(text: str, name: str) -> HttpResponse:
    """The text as a file to be stored."""
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
