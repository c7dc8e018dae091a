"""Addresses of one's own data, among those of the account."""

from django.urls import path

from nabu.statistics.dashboards.exports import views

urlpatterns = [
    path("accounts/data/", views.exports, name="exports"),
    path("accounts/data/everything.zip", views.everything, name="everything"),
]
