"""Addresses of dates and deadlines, below /tournaments/."""

from django.urls import path

from nabu.contests.dates import views

app_name = "dates"

urlpatterns = [
    path("<int:pk>/dates/", views.dates, name="dates"),
    path("<int:pk>/dates/fill/", views.fill, name="fill"),
    path("<int:pk>/overdue/", views.overdue, name="overdue"),
    path("tables/<int:pk>/overdue/forfeit/", views.forfeit, name="forfeit"),
    path("tables/<int:pk>/overdue/draw/", views.draw, name="draw"),
    path("tables/<int:pk>/overdue/confirm/", views.confirm, name="confirm"),
    path("tables/<int:pk>/overdue/extend/", views.extend, name="extend"),
]
