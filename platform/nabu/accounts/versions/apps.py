from django.apps import AppConfig


class VersionsConfig(AppConfig):
    name = "nabu.accounts.versions"
    default_auto_field = "django.db.models.BigAutoField"
