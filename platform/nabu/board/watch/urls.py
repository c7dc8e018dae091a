"""Addresses of a game that is followed, among those of its table."""

from django.urls import path, re_path

from nabu.board.watch import views

MADE_OF = r"tables/(?P<pk>[1-9][0-9]*)/watch/(?P<digest>[0-9a-f]{16})"

urlpatterns = [
    path("tables/<int:pk>/watch/", views.watch, name="watch"),
    path("tables/<int:pk>/watch/now.json", views.now, name="watch_now"),
    re_path(rf"^{MADE_OF}/moves\.json$", views.moves, name="watch_moves"),
    re_path(rf"^{MADE_OF}/(?P<move>[0-9]{{1,5}})\.svg$", views.picture, name="watch_picture"),
]
