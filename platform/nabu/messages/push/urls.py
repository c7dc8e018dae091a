"""Addresses about notifications on devices."""

from django.urls import path

from nabu.messages.push import views

app_name = "push"

urlpatterns = [
    path("push/worker.js", views.worker, name="worker"),
    path("push/manifest.webmanifest", views.manifest, name="manifest"),
    path("accounts/devices/allow/", views.allow, name="allow"),
    path("accounts/devices/<int:pk>/remove/", views.remove, name="remove"),
]
