"""Addresses of the dashboards of one tournament, among the tournament's."""

from django.urls import path

from nabu.statistics.dashboards.questions import printed
from nabu.statistics.dashboards.questions.cards import page as cards
from nabu.statistics.dashboards.questions.games import page as games
from nabu.statistics.dashboards.questions.openings import page as openings
from nabu.statistics.dashboards.questions.overview import page as overview
from nabu.statistics.dashboards.questions.seats import page as seats
from nabu.statistics.dashboards.questions.sources import page as sources
from nabu.statistics.dashboards.questions.variants import page as variants

urlpatterns = [
    path("<int:pk>/dashboard/", overview.page, name="dashboard"),
    path("<int:pk>/dashboard/sources/", sources.page, name="dashboard_sources"),
    path("<int:pk>/dashboard/cards/", cards.page, name="dashboard_cards"),
    path("<int:pk>/dashboard/seats/", seats.page, name="dashboard_seats"),
    path("<int:pk>/dashboard/openings/", openings.page, name="dashboard_openings"),
    path("<int:pk>/dashboard/print/", printed.page, name="dashboard_print"),
    path("<int:pk>/dashboard/variants/", variants.page, name="dashboard_variants"),
    path("<int:pk>/dashboard/games/", games.page, name="dashboard_games"),
]
