"""All addresses of the platform."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path

from nabu.contests.matches.views import how_it_works, proof
from nabu.core.languages import choose_language
from nabu.operations.first_start.views import setup
from nabu.operations.operating.metrics import metrics, site_metrics
from nabu.operations.operating.patterns import patterns
from nabu.operations.operating.status import status
from nabu.site.health import healthz
from nabu.site.home import home

# The administration has no way in of its own: what signing in asks for, it asks for too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "nabu.web.rest.base.bad_request"
handler500 = "nabu.web.rest.base.server_error"

urlpatterns = [
    path("", home, name="home"),
    path("setup/", setup, name="setup"),
    path("", include("nabu.people.claims.urls")),
    path("", include("nabu.site.page_urls.players")),
    path("", include("nabu.site.page_urls.accounts")),
    path("", include("nabu.site.page_urls.privacy")),
    path("", include("nabu.core.browser_engine.urls")),
    path("", include("nabu.site.page_urls.records")),
    path("", include("nabu.board.play.urls")),
    path("", include("nabu.board.exercises.urls")),
    path("", include("nabu.site.page_urls.tables")),
    path("", include("nabu.messages.webhooks.urls")),
    path("", include("nabu.messages.notifications.urls")),
    path("", include("nabu.messages.push.urls")),
    path("", include("nabu.web.link_pictures.urls")),
    path("clubs/", include("nabu.site.page_urls.clubs")),
    path("contact/", include("nabu.site.page_urls.contact")),
    path("games/", include("nabu.catalogue.games.urls")),
    path("", include("nabu.contests.series.urls")),
    path("tournaments/", include("nabu.site.page_urls.tournaments")),
    path("tournaments/", include("nabu.contests.dates.urls")),
    path("staff/", include("nabu.site.page_urls.staff")),
    path("staff/patterns/", patterns, name="patterns"),
    path("variants/", include("nabu.catalogue.variants.urls")),
    path("ratings/", include("nabu.contests.ratings.urls")),
    path("dashboards/", include("nabu.statistics.dashboards.urls")),
    path("lab/", include("nabu.statistics.lab.urls")),
    path("api/", include("nabu.site.api_urls")),
    path("proof/", proof, name="proof"),
    path("how-it-works/", how_it_works, name="how_it_works"),
    path("language/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    # The gate before Django has the streams (nabu.web.live). A server without it has none, and pages ask by themselves.
    path("live/", lambda _request: HttpResponse("retry: 86400000\n\n", "text/event-stream"), name="no_streams"),
    path("metrics", metrics, name="metrics"),
    path("metrics/site", site_metrics, name="site_metrics"),
    path("status/", status, name="status"),
]
