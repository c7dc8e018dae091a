"""Addresses of the reviews of a tournament's games, among the tournament's."""

from django.urls import path

from nabu.board.reviews import tournament_views

urlpatterns = [
    path("<int:pk>/reviews/", tournament_views.reviews, name="reviews"),
    path("<int:pk>/reviews/ask/", tournament_views.ask, name="reviews_ask"),
    path("<int:pk>/reviews/cancel/", tournament_views.cancel, name="reviews_cancel"),
    path("<int:pk>/reviews.csv", tournament_views.reviews_csv, name="reviews_csv"),
]
