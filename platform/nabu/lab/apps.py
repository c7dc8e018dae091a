from django.apps import AppConfig


class LabConfig(AppConfig):
    name = "nabu.lab"
    default_auto_field = "django.db.models.BigAutoField"
