"""Addresses of a player's statistics, among those of the player."""

from django.urls import path

from nabu.statistics.dashboards.player import views

urlpatterns = [
    path("players/<int:pk>/statistics/<slug:game>/", views.statistics, name="statistics"),
    path("players/<int:pk>/statistics/<slug:game>/<slug:table>.csv", views.statistics_csv, name="statistics_csv"),
]
