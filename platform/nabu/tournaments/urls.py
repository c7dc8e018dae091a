"""Addresses of tournaments, their stages and rounds."""

from django.urls import include, path

from nabu.dashboards import views as dashboard_views
from nabu.tournaments import (
    approval_views,
    clock_views,
    entry_urls,
    export_views,
    history_views,
    import_views,
    job_views,
    round_views,
    sum_views,
    views,
)

app_name = "tournaments"

urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("new/", views.new, name="new"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/start/", views.start, name="start"),
    path("<int:pk>/finish/", views.finish, name="finish"),
    path("<int:pk>/reopen/", views.reopen, name="reopen"),
    path("<int:pk>/standings/", views.standings, name="standings"),
    path("<int:pk>/bracket/", views.bracket, name="bracket"),
    path("<int:pk>/dashboard/", dashboard_views.tournament, name="dashboard"),
    path("<int:pk>/audit/", history_views.audit, name="audit"),
    path("<int:pk>/ratings/", approval_views.ratings, name="ratings"),
    path("<int:pk>/approve/", approval_views.approve, name="approve"),
    path("<int:pk>/approve/withdraw/", approval_views.withdraw, name="withdraw_approval"),
    path("changes/<int:pk>/", history_views.undo_page, name="undo"),
    path("changes/<int:pk>/undo/", history_views.undo_now, name="undo_now"),
    path("", include(entry_urls.urlpatterns)),
    path("<int:pk>/import/", import_views.import_page, name="import"),
    path("<int:pk>/import/preview/", import_views.import_preview, name="import_preview"),
    path("<int:pk>/import/confirm/", import_views.import_confirm, name="import_confirm"),
    path("<int:pk>/export/", export_views.export_page, name="export"),
    path("<int:pk>/export/<slug:table>.csv", export_views.export_csv, name="export_csv"),
    path("<int:pk>/export/tournament.json", export_views.export_json, name="export_json"),
    path("<int:pk>/export/tournament.trf", export_views.export_trf, name="export_trf"),
    path("<int:pk>/pair/", round_views.pair, name="pair"),
    path("stages/<int:pk>/standings/<int:entry>/", sum_views.sums, name="sums"),
    path("stages/<int:pk>/finish/", round_views.finish_stage, name="stage_finish"),
    path("rounds/<int:pk>/", round_views.round_page, name="round"),
    path("rounds/<int:pk>/clock/", clock_views.clock_page, name="round_clock"),
    path("rounds/<int:pk>/clock/<slug:do>/", clock_views.clock_change, name="round_clock_change"),
    path("rounds/<int:pk>/move/", round_views.move, name="round_move"),
    path("rounds/<int:pk>/reset/", round_views.back_to_proposal, name="round_reset"),
    path("rounds/<int:pk>/repair/", round_views.repair, name="round_repair"),
    path("rounds/<int:pk>/discard/", round_views.discard, name="round_discard"),
    path("rounds/<int:pk>/publish/", round_views.publish, name="round_publish"),
    path("rounds/<int:pk>/unpublish/", round_views.unpublish, name="round_unpublish"),
    path("rounds/<int:pk>/lock/", round_views.lock, name="round_lock"),
    path("rounds/<int:pk>/unlock/", round_views.unlock, name="round_unlock"),
    path("tables/<int:pk>/number/", round_views.renumber, name="table_renumber"),
    path("jobs/<int:pk>/", job_views.job_page, name="job"),
    path("jobs/<int:pk>/cancel/", job_views.cancel, name="job_cancel"),
]
