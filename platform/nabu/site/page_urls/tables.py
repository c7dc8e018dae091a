"""Addresses of tables, results and game logs."""

from django.urls import include, path, re_path

from nabu.board.replay import verify_here
from nabu.contests.results.logs import views as log_views
from nabu.contests.results.slip import views as slip_views
from nabu.contests.results.table import photo_views
from nabu.contests.results.table import views as table_views
from nabu.contests.tournaments.clock import views as clock_views

app_name = "table"

SHA256 = r"(?P<sha256>[0-9a-f]{64})"

urlpatterns = [
    path("tables/<int:pk>/", table_views.table, name="page"),
    path("", include("nabu.statistics.dashboards.anatomy.urls")),
    path("tables/<int:pk>/report/", table_views.report, name="report"),
    path("tables/<int:pk>/score-sheet/", table_views.report_sheet, name="report_sheet"),
    path("tables/<int:pk>/rule/", table_views.rule, name="rule"),
    path("tables/<int:pk>/rule/score-sheet/", table_views.rule_by_sheet, name="rule_by_sheet"),
    path("tables/<int:pk>/reopen/", table_views.reopen, name="reopen"),
    path("tables/<int:pk>/object/", table_views.object_to_result, name="object"),
    path("tables/<int:pk>/log/", table_views.upload_at_table, name="upload_at_table"),
    path("tables/<int:pk>/forfeit/", table_views.forfeit, name="forfeit"),
    path("tables/<int:pk>/free/", table_views.free, name="free"),
    path("tables/<int:pk>/call/", table_views.call_no_show, name="call_no_show"),
    path("tables/<int:pk>/photos/", photo_views.send, name="photo_send"),
    path("tables/<int:pk>/photos/<int:photo>/", photo_views.content, name="photo"),
    path("tables/<int:pk>/photos/<int:photo>/remove/", photo_views.remove, name="photo_remove"),
    path("tables/<int:pk>/slip/replace/", slip_views.replace, name="slip_replace"),
    path("slips/<str:token>/", slip_views.slip, name="slip"),
    path("tables/<int:pk>/extend/", clock_views.extend, name="extend"),
    path("tables/<int:pk>/projector/<slug:do>/", clock_views.feature, name="projector"),
    path("reports/<int:pk>/confirm/", table_views.confirm, name="confirm"),
    path("reports/<int:pk>/dispute/", table_views.dispute, name="dispute"),
    path("submissions/<int:pk>/accept/", table_views.accept, name="accept"),
    path("submissions/<int:pk>/seats/", table_views.assign_seats, name="assign"),
    path("submissions/<int:pk>/same-game/", table_views.answer_duplicate, name="answer_duplicate"),
    path("objections/<int:pk>/reject/", table_views.reject, name="reject"),
    path("submissions/<int:pk>/", table_views.submission, name="submission"),
    path("logs/", verify_here.verify, name="upload"),
    re_path(rf"^logs/{SHA256}/$", log_views.log, name="log"),
    re_path(rf"^logs/{SHA256}/verdict/$", log_views.verdict, name="verdict"),
    re_path(rf"^logs/{SHA256}/raw/$", log_views.raw, name="raw"),
    re_path(rf"^logs/{SHA256}/share/$", log_views.share, name="share"),
    re_path(rf"^logs/{SHA256}/delete/$", log_views.delete, name="log_delete"),
    path("", include("nabu.contests.calls.table_urls")),
    path("", include("nabu.board.replay.urls")),
    path("", include("nabu.board.reviews.log_urls")),
    path("", include("nabu.board.watch.urls")),
]
