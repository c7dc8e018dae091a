"""Addresses of a player's statistics, among those of the player."""

from django.urls import path

from nabu.statistics.dashboards.player import views
from nabu.statistics.dashboards.player.against.views import against, against_csv
from nabu.statistics.dashboards.player.board.views import board, board_csv

PAIR = "players/<int:pk>/statistics/<slug:game>/against/<int:other>/"

urlpatterns = [
    path("players/<int:pk>/statistics/<slug:game>/", views.statistics, name="statistics"),
    path("players/<int:pk>/statistics/<slug:game>/board.csv", board_csv, name="board_csv"),
    path("players/<int:pk>/statistics/<slug:game>/<slug:table>.csv", views.statistics_csv, name="statistics_csv"),
    path("players/<int:pk>/statistics/<slug:game>/board/", board, name="board"),
    path(PAIR, against, name="against"),
    path(
        "players/<int:pk>/statistics/<slug:game>/against/<int:other>/<slug:table>.csv", against_csv, name="against_csv"
    ),
]
