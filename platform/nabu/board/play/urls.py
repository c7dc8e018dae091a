"""Addresses of games against bots. The worker of the page has its own (`nabu.core.browser_engine`)."""

from django.urls import path

from nabu.board.play import views

app_name = "play"

urlpatterns = [
    path("play/", views.play, name="play"),
    path("play/account.json", views.account, name="account"),
    path("play/logs/", views.store, name="store"),
]
