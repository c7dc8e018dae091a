"""All addresses of the platform."""

from importlib import import_module

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from nabu.health import healthz
from nabu.languages import choose_language


def building(route: str, module: str) -> list[URLPattern | URLResolver]:
    """While the apps are being built side by side: leave out an app whose modules are not there yet."""
    try:
        import_module(module)
    except ImportError:
        return []
    return [path(route, include(module))]


def home() -> list[URLPattern | URLResolver]:
    """While the apps are being built side by side."""
    try:
        return [path("", import_module("nabu.home").home, name="home")]
    except ImportError:
        return []


urlpatterns = [
    *home(),
    *building("", "nabu.players.urls"),
    *building("", "nabu.matches.urls"),
    *building("tournaments/", "nabu.tournaments.urls"),
    *building("ratings/", "nabu.ratings.urls"),
    *building("dashboards/", "nabu.dashboards.urls"),
    *building("api/", "nabu.api_urls"),
    path("language/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
