"""Addresses of pages for staff."""

from django.urls import path

from nabu.profiles.rated_status import views

app_name = "staff"

urlpatterns = [
    path("rated/", views.statuses, name="rated"),
    path("rated/grant/", views.grant, name="grant"),
    path("rated/<int:pk>/revoke/", views.revoke, name="revoke"),
]
