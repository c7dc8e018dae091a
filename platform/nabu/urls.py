"""All addresses of the platform."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path

from nabu.first_start.views import setup
from nabu.health import healthz
from nabu.home import home
from nabu.languages import choose_language
from nabu.matches.views import how_it_works, proof
from nabu.operating.metrics import metrics
from nabu.operating.patterns import patterns
from nabu.operating.status import status

# The administration has no way in of its own: what signing in asks for, it asks for too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "nabu.rest.bad_request"
handler500 = "nabu.rest.server_error"

urlpatterns = [
    path("", home, name="home"),
    path("setup/", setup, name="setup"),
    path("", include("nabu.claims.urls")),
    path("", include("nabu.page_urls.players")),
    path("", include("nabu.page_urls.accounts")),
    path("", include("nabu.page_urls.privacy")),
    path("", include("nabu.browser_engine.urls")),
    path("", include("nabu.page_urls.records")),
    path("", include("nabu.play.urls")),
    path("", include("nabu.page_urls.tables")),
    path("", include("nabu.webhooks.urls")),
    path("", include("nabu.notifications.urls")),
    path("", include("nabu.push.urls")),
    path("clubs/", include("nabu.page_urls.clubs")),
    path("games/", include("nabu.games.urls")),
    path("tournaments/", include("nabu.page_urls.tournaments")),
    path("staff/", include("nabu.page_urls.staff")),
    path("staff/patterns/", patterns, name="patterns"),
    path("variants/", include("nabu.variants.urls")),
    path("ratings/", include("nabu.ratings.urls")),
    path("dashboards/", include("nabu.dashboards.urls")),
    path("lab/", include("nabu.lab.urls")),
    path("api/", include("nabu.api_urls")),
    path("proof/", proof, name="proof"),
    path("how-it-works/", how_it_works, name="how_it_works"),
    path("language/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    # The gate before Django has the streams (nabu.live). A server without it has none, and pages ask by themselves.
    path("live/", lambda _request: HttpResponse("retry: 86400000\n\n", "text/event-stream"), name="no_streams"),
    path("metrics", metrics, name="metrics"),
    path("status/", status, name="status"),
]
