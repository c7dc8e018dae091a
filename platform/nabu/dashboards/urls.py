"""Addresses of the dashboards. Those of one tournament are among the tournament's addresses."""

from django.urls import path

from nabu.dashboards import views

app_name = "dashboards"

urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:game>/", views.sources, name="game"),
    path("<slug:game>/cards/", views.cards, name="cards"),
    path("<slug:game>/seats/", views.seats, name="seats"),
    path("<slug:game>/variants/", views.variants, name="variants"),
    path("<slug:game>/players/", views.players, name="players"),
    path("<slug:game>/games/", views.games, name="games"),
    path("<slug:game>/<slug:table>.csv", views.table_csv, name="csv"),
]
