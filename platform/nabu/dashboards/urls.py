"""Addresses of the dashboards. The dashboard of one tournament is among the tournament's addresses."""

from django.urls import path

from nabu.dashboards import views

app_name = "dashboards"

urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:game>/", views.game, name="game"),
    path("<slug:game>/games/", views.games, name="games"),
    path("<slug:game>/<slug:table>.csv", views.table_csv, name="csv"),
]
