"""Addresses of a player's reviewed games, among those of the player."""

from django.urls import path

from nabu.board.reviews.player import views

urlpatterns = [
    path("players/<int:pk>/reviews/<slug:game>/", views.reviews, name="reviews"),
    path("players/<int:pk>/reviews/<slug:game>/<slug:table>.csv", views.reviews_csv, name="reviews_csv"),
]
