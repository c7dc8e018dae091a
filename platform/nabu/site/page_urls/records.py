"""Addresses of records: games that are written down here."""

from django.urls import path, re_path

from nabu.board.records.opening import views as opening
from nabu.board.records.recorder import json_views
from nabu.board.records.recorder import views as recorder
from nabu.board.records.setup import views as setup

app_name = "records"

RECORD = r"^records/(?P<public_id>[0-9a-f]{32})/"

urlpatterns = [
    path("records/", opening.own_records, name="list"),
    path("records/new/", opening.new, name="new"),
    path("slips/<str:token>/record/", opening.by_slip, name="by_slip"),
    re_path(RECORD + r"$", recorder.record, name="record"),
    re_path(RECORD + r"setup/$", setup.setup, name="setup"),
    re_path(RECORD + r"state\.json$", json_views.state, name="state"),
    re_path(RECORD + r"journal\.json$", json_views.journal, name="journal"),
    re_path(RECORD + r"log\.jsonl$", recorder.log, name="log"),
    re_path(RECORD + r"(?P<form>move|change|undo|redo)/$", recorder.without_script, name="without_script"),
    re_path(RECORD + r"finish/$", recorder.finish, name="finish"),
    re_path(RECORD + r"abandon/$", recorder.abandon, name="abandon"),
    re_path(RECORD + r"director-call/$", recorder.director_call, name="director_call"),
    re_path(RECORD + r"take-over/$", json_views.take_over, name="take_over"),
    re_path(RECORD + r"consent/$", json_views.consent, name="consent"),
    re_path(RECORD + r"branches/(?P<number>[0-9]{1,18})/(?P<do>adopt|drop)/$", json_views.branch, name="branch"),
]
