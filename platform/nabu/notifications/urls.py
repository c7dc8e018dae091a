"""Addresses about mail."""

from django.urls import path

from nabu.notifications import views

app_name = "notifications"

urlpatterns = [
    path("accounts/mail/", views.mail, name="mail"),
    path("mail/confirm/<str:token>/", views.confirm, name="confirm"),
    path("mail/stop/<str:token>/", views.stop, name="stop"),
]
