"""Addresses about mail."""

from django.urls import path

from nabu.messages.notifications import views

app_name = "notifications"

urlpatterns = [
    path("accounts/mail/", views.mail, name="mail"),
    path("sent-mails/", views.sent_mails, name="sent"),
    path("mail/stop/<str:token>/", views.stop, name="stop"),
]
