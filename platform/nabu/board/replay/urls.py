"""Addresses of the replay of a log, among those of the log."""

from django.urls import re_path

from nabu.board.replay import views

LOG = r"logs/(?P<sha256>[0-9a-f]{64})/replay"
MADE_OF = r"(?P<digest>[0-9a-f]{16})"

urlpatterns = [
    re_path(rf"^{LOG}/$", views.replay, name="replay"),
    re_path(rf"^{LOG}/last\.svg$", views.last_picture, name="replay_last"),
    re_path(rf"^{LOG}/{MADE_OF}/moves\.json$", views.moves, name="replay_moves"),
    re_path(rf"^{LOG}/{MADE_OF}/(?P<move>[0-9]{{1,5}})\.svg$", views.picture, name="replay_picture"),
]
