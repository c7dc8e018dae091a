"""A file of the statistics, whole or in ranges: DuckDB and its like read only the columns that they need."""

from __future__ import annotations

from pathlib import PurePosixPath

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError, StaticFile

from analytics.files_away import FilesAway
from engine.game import Game
from nabu.statistics.dashboards.files.listing import KINDS, may_be_read, stores_by_kind
from nabu.web.pages import game_or_404

FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".parquet": "application/vnd.apache.parquet", ".json": "application/json"}


@require_safe
def file(request: HttpRequest, game: str, kind: str, name: str) -> HttpResponseBase:
    """A file that holds, or did some minutes ago. Raises StatisticsAway, FilesAway."""
    played = game_or_404(game)
    if kind not in KINDS:
        raise Http404
    listed = stores_by_kind(played)[kind]
    if not may_be_read(listed, name):
        return _gone(request, played)
    whole = PurePosixPath(name)
    headers = [
        ("Content-Type", TYPES[whole.suffix]),
        ("Cache-Control", FOR_EVER),
        ("ETag", f'"{whole.stem}"'),
        ("Accept-Ranges", "bytes"),
        # Pages of all sites may read them, as they may read the list (nabu.web.rest.cross_origin).
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Expose-Headers", "Accept-Ranges, Content-Range, ETag"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    try:
        found = StaticFile(listed.store.files.paths([name])[0], headers)
    except MissingFileError as error:
        raise FilesAway(f"{name} is missing") from error
    response: HttpResponseBase = WhiteNoiseMiddleware.serve(found, request)
    return response


def _gone(request: HttpRequest, game: Game) -> HttpResponseBase:
    address = request.build_absolute_uri(reverse("api:dashboard_files", args=[game.key]))
    text = _("This file was replaced. Get the list of files again: %(address)s") % {"address": address}
    return HttpResponseNotFound(text, content_type="text/plain; charset=utf-8")
