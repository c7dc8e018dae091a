"""Addresses of webhooks."""

from django.urls import path

from nabu.messages.webhooks import views

app_name = "webhooks"

urlpatterns = [
    path("tournaments/<int:pk>/webhooks/", views.webhooks, name="list"),
    path("webhooks/<int:pk>/", views.detail, name="detail"),
    path("webhooks/<int:pk>/edit/", views.edit, name="edit"),
    path("webhooks/<int:pk>/delete/", views.delete, name="delete"),
    path("webhooks/<int:pk>/ping/", views.ping, name="ping"),
    path("webhooks/deliveries/<int:pk>/redeliver/", views.redeliver, name="redeliver"),
]
