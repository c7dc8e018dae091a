"""Addresses of announcements, among those of tournaments."""

from django.urls import path

from nabu.contests.announcements import views

urlpatterns = [
    path("<int:pk>/announcements/", views.announcements, name="announcements"),
    path("<int:pk>/announcements/new/", views.announce, name="announce"),
    path("<int:pk>/announcements/now/", views.now, name="announced"),
    path("announcements/<int:pk>/withdraw/", views.withdraw, name="announcement_withdraw"),
    path("tables/<int:pk>/announced/", views.at_table, name="announced_at_table"),
]
