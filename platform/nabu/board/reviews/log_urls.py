"""Addresses of the review of a game, among those of its replay."""

from django.urls import re_path

from nabu.board.replay.urls import LOG
from nabu.board.reviews import views

urlpatterns = [
    re_path(rf"^{LOG}/review/$", views.section, name="review_section"),
    re_path(rf"^{LOG}/review\.json$", views.review_json, name="review"),
    re_path(rf"^{LOG}/review/(?P<move>[0-9]{{1,5}})\.json$", views.line_json, name="review_line"),
    re_path(rf"^{LOG}/review/ask/$", views.ask, name="review_ask"),
    re_path(rf"^{LOG}/review/cancel/$", views.cancel, name="review_cancel"),
]
