"""All addresses of the platform."""

from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path

from nabu.health import healthz
from nabu.home import home
from nabu.languages import choose_language
from nabu.operating.metrics import metrics
from nabu.operating.status import status

handler400 = "nabu.rest.bad_request"
handler500 = "nabu.rest.server_error"

urlpatterns = [
    path("", home, name="home"),
    path("", include("nabu.claims.urls")),
    path("", include("nabu.page_urls.players")),
    path("", include("nabu.page_urls.tables")),
    path("", include("nabu.webhooks.urls")),
    path("", include("nabu.notifications.urls")),
    path("clubs/", include("nabu.page_urls.clubs")),
    path("games/", include("nabu.games.urls")),
    path("tournaments/", include("nabu.page_urls.tournaments")),
    path("variants/", include("nabu.variants.urls")),
    path("ratings/", include("nabu.ratings.urls")),
    path("dashboards/", include("nabu.dashboards.urls")),
    path("lab/", include("nabu.lab.urls")),
    path("api/", include("nabu.api_urls")),
    path("language/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    # The gate before Django has the streams (nabu.live). A server without it has none, and pages ask by themselves.
    path("live/", lambda _request: HttpResponse("retry: 86400000\n\n", "text/event-stream"), name="no_streams"),
    path("metrics", metrics, name="metrics"),
    path("status/", status, name="status"),
]
