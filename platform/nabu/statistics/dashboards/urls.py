"""Addresses of the dashboards of a game title. Those of one tournament are in `questions.tournament_urls`."""

from django.urls import path

from nabu.statistics.dashboards.drawings import drawing
from nabu.statistics.dashboards.files.views import file
from nabu.statistics.dashboards.questions import tables
from nabu.statistics.dashboards.questions.cards import page as cards
from nabu.statistics.dashboards.questions.games import page as games
from nabu.statistics.dashboards.questions.openings import page as openings
from nabu.statistics.dashboards.questions.overview import page as overview
from nabu.statistics.dashboards.questions.page import index
from nabu.statistics.dashboards.questions.players import page as players
from nabu.statistics.dashboards.questions.seats import page as seats
from nabu.statistics.dashboards.questions.sources import page as sources
from nabu.statistics.dashboards.questions.variants import page as variants

app_name = "dashboards"

urlpatterns = [
    path("", index, name="index"),
    path("<slug:game>/", overview.page, name="game"),
    path("<slug:game>/sources/", sources.page, name="sources"),
    path("<slug:game>/cards/", cards.page, name="cards"),
    path("<slug:game>/seats/", seats.page, name="seats"),
    path("<slug:game>/openings/", openings.page, name="openings"),
    path("<slug:game>/variants/", variants.page, name="variants"),
    path("<slug:game>/players/", players.page, name="players"),
    path("<slug:game>/games/", games.page, name="games"),
    path("<slug:game>/cards/<str:card>.svg", drawing, name="drawing"),
    path("<slug:game>/files/<slug:kind>/<path:name>", file, name="file"),
    path("<slug:game>/<slug:table>.csv", tables.table_csv, name="csv"),
]
