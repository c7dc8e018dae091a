"""Addresses of games and their component sets."""

from django.urls import path

from nabu.catalogue.games import views
from nabu.catalogue.games.drawings import source_drawing

app_name = "games"

urlpatterns = [
    path("", views.game_list, name="list"),
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/sources/<str:source>.svg", source_drawing, name="source_drawing"),
    path("<slug:key>/schema/", views.schema, name="schema"),
    path("<slug:key>/load/", views.load, name="load"),
    path("<slug:key>/sets/<slug:name>/", views.component_set, name="set"),
    path("<slug:key>/sets/<slug:name>/file/", views.set_file, name="set_file"),
    path("<slug:key>/sets/<slug:name>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:key>/sets/<slug:name>/restore/", views.restore, name="restore"),
]
