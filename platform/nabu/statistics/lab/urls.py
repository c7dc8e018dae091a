"""Addresses of the lab."""

from django.urls import path

from nabu.statistics.lab import views

app_name = "lab"

urlpatterns = [
    path("", views.experiment_list, name="list"),
    path("new/<slug:game>/", views.new, name="new"),
    path("new/<slug:game>/cost/", views.cost, name="cost"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/csv/", views.table_csv, name="csv"),
    path("<int:pk>/with-bots/", views.with_bots, name="with_bots"),
    path("<int:pk>/against/<int:other>/", views.against, name="against"),
    path("<int:pk>/against/<int:other>/csv/", views.against_csv, name="against_csv"),
    path("<int:pk>/pause/", views.pause, name="pause"),
    path("<int:pk>/resume/", views.resume, name="resume"),
    path("<int:pk>/cancel/", views.cancel, name="cancel"),
    path("<int:pk>/retire/", views.retire, name="retire"),
]
