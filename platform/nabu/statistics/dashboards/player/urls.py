"""Addresses of a player's statistics, among those of the player."""

from django.urls import path

from nabu.statistics.dashboards.player import views
from nabu.statistics.dashboards.player.against.views import against, against_csv
from nabu.statistics.dashboards.player.board.views import board, board_csv
from nabu.statistics.dashboards.player.opening.views import openings, openings_csv

OF_PLAYER = "players/<int:pk>/statistics/<slug:game>/"
PAIR = f"{OF_PLAYER}against/<int:other>/"

urlpatterns = [
    path(OF_PLAYER, views.statistics, name="statistics"),
    path(f"{OF_PLAYER}openings/", openings, name="openings"),
    path(f"{OF_PLAYER}openings.csv", openings_csv, name="openings_csv"),
    path(f"{OF_PLAYER}board/", board, name="board"),
    path(f"{OF_PLAYER}board.csv", board_csv, name="board_csv"),
    path(f"{OF_PLAYER}<slug:table>.csv", views.statistics_csv, name="statistics_csv"),
    path(PAIR, against, name="against"),
    path(f"{PAIR}<slug:table>.csv", against_csv, name="against_csv"),
]
