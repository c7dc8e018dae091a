"""Addresses of the ratings."""

from django.urls import path

from nabu.ratings import views

app_name = "ratings"

urlpatterns = [
    path("", views.leaderboard, name="leaderboard"),
    path("<slug:game>/", views.leaderboard, name="leaderboard"),
    path("<slug:game>/quality/", views.quality, name="quality"),
]
