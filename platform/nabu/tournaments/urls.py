"""Addresses of tournaments, their stages and rounds."""

from django.urls import path

from nabu.dashboards import views as dashboard_views
from nabu.tournaments import entry_views, export_views, import_views, round_views, views

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
    path("<int:pk>/audit/", views.audit, name="audit"),
    path("<int:pk>/entries/", entry_views.entries, name="entries"),
    path("<int:pk>/entries/names/", entry_views.add_names, name="add_names"),
    path("<int:pk>/entries/player/", entry_views.add_player, name="add_player"),
    path("<int:pk>/entries/by-rating/", entry_views.seed_by_rating, name="seed_by_rating"),
    path("entries/<int:pk>/up/", entry_views.move_up, name="entry_up"),
    path("entries/<int:pk>/down/", entry_views.move_down, name="entry_down"),
    path("entries/<int:pk>/remove/", entry_views.remove, name="entry_remove"),
    path("entries/<int:pk>/drop/", entry_views.drop, name="entry_drop"),
    path("entries/<int:pk>/reinstate/", entry_views.reinstate, name="entry_reinstate"),
    path("<int:pk>/import/", import_views.import_page, name="import"),
    path("<int:pk>/import/preview/", import_views.import_preview, name="import_preview"),
    path("<int:pk>/import/confirm/", import_views.import_confirm, name="import_confirm"),
    path("<int:pk>/export/", export_views.export_page, name="export"),
    path("<int:pk>/export/<slug:table>.csv", export_views.export_csv, name="export_csv"),
    path("<int:pk>/export/tournament.json", export_views.export_json, name="export_json"),
    path("<int:pk>/export/tournament.trf", export_views.export_trf, name="export_trf"),
    path("<int:pk>/pair/", round_views.pair, name="pair"),
    path("stages/<int:pk>/finish/", round_views.finish_stage, name="stage_finish"),
    path("rounds/<int:pk>/", round_views.round_page, name="round"),
    path("rounds/<int:pk>/swap/", round_views.swap, name="round_swap"),
    path("rounds/<int:pk>/discard/", round_views.discard, name="round_discard"),
    path("rounds/<int:pk>/publish/", round_views.publish, name="round_publish"),
]
