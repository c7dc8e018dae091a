"""Addresses of pages for staff."""

from django.urls import path

from nabu.operations.first_start import views as site_views
from nabu.people.profiles.rated_status import views

app_name = "staff"

urlpatterns = [
    path("site/", site_views.site, name="site"),
    path("site/time-zone/", site_views.time_zone, name="time_zone"),
    path("site/test-mail/", site_views.test_mail, name="test_mail"),
    path("site/remove-demo/", site_views.remove_demo, name="remove_demo"),
    path("rated/", views.statuses, name="rated"),
    path("rated/grant/", views.grant, name="grant"),
    path("rated/<int:pk>/revoke/", views.revoke, name="revoke"),
]
