"""Addresses of the exercises. The worker of the page has its own (`nabu.core.browser_engine`)."""

from django.urls import path

from nabu.board.exercises import views

app_name = "exercises"

urlpatterns = [
    path("practise/", views.exercises, name="exercises"),
    path("practise/games.json", views.games, name="games"),
]
