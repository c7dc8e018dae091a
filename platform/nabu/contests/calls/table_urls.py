"""Addresses of the call of a table, among the tables'."""

from django.urls import path

from nabu.contests.calls.director import views

urlpatterns = [
    path("tables/<int:pk>/director-call/", views.at_table, name="director_call"),
    path("slips/<str:token>/director-call/", views.at_slip, name="director_call_slip"),
]
