"""Addresses of the anatomy of a game, among those of its table."""

from django.urls import path

from nabu.statistics.dashboards.anatomy import views

urlpatterns = [
    path("tables/<int:pk>/anatomy/", views.anatomy, name="anatomy"),
    path("tables/<int:pk>/anatomy.csv", views.anatomy_csv, name="anatomy_csv"),
]
