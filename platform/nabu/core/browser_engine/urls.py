"""Addresses of what the engine in the browser is made of."""

from django.urls import re_path

from nabu.core.browser_engine import views

app_name = "browser_engine"

DIGEST = r"(?P<digest>[0-9a-f]{12})"

urlpatterns = [
    re_path(r"^engine/(?P<name>[A-Za-z-]+\.txt)$", views.notice, name="notice"),
    re_path(rf"^engine/{DIGEST}/words\.(?P<language>en|es|de)\.json$", views.words, name="words"),
    re_path(rf"^engine/{DIGEST}/(?P<name>[a-z.]+)$", views.file, name="file"),
    re_path(rf"^(?P<area>records|play|logs|practise)/engine/{DIGEST}/worker\.js$", views.worker, name="worker"),
    re_path(r"^(?P<area>records|play|practise)/offline\.js$", views.offline, name="offline"),
]
