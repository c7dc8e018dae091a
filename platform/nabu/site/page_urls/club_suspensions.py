"""Addresses of the suspensions from events of clubs, among those of clubs."""

from django.urls import path

from nabu.people.profiles.clubs import suspension_views

urlpatterns = [
    path("<int:pk>/suspensions/", suspension_views.suspensions, name="suspensions"),
    path("<int:pk>/suspensions/players/<int:player>/", suspension_views.new, name="suspend"),
    path("suspensions/<int:pk>/lift/", suspension_views.lift_suspension, name="lift_suspension"),
]
