"""Addresses of the ratings."""

from django.urls import path

from nabu.contests.ratings import views
from nabu.contests.ratings.quality.page import quality

app_name = "ratings"

urlpatterns = [
    path("", views.leaderboard, name="leaderboard"),
    path("<slug:game>/", views.leaderboard, name="leaderboard"),
    path("<slug:game>/quality/", quality, name="quality"),
]
