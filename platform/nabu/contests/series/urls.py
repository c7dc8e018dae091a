"""Addresses of events that take place again."""

from django.urls import path

from nabu.contests.series import views

app_name = "series"

urlpatterns = [
    path("tournaments/<int:pk>/repeat/", views.repeat, name="repeat"),
    path("tournaments/<int:pk>/series/", views.new, name="new"),
    path("series/<int:pk>/", views.detail, name="detail"),
    path("series/<int:pk>/settings/", views.settings, name="settings"),
    path("series/<int:pk>/pause/", views.pause, name="pause"),
    path("series/<int:pk>/resume/", views.resume, name="resume"),
    path("series/<int:pk>/skip/", views.skip, name="skip"),
    path("series/<int:pk>/keep/", views.keep, name="keep"),
    path("series/<int:pk>/delete/", views.delete, name="delete"),
]
