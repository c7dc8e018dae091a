"""Addresses about personal data."""

from django.urls import path

from nabu.people.profiles.privacy import security_text, views

app_name = "privacy"

urlpatterns = [
    path("privacy/", views.policy, name="policy"),
    path("accounts/delete/", views.delete_account, name="delete_account"),
    path("accounts/export.zip", views.export, name="export"),
    path("players/<int:pk>/delete/", views.delete_player, name="delete_player"),
    path("players/<int:pk>/export.zip", views.export_player, name="export_player"),
    path(".well-known/security.txt", security_text.security_txt, name="security_txt"),
]
