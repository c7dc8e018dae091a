from django.apps import AppConfig


class OperatingConfig(AppConfig):
    name = "nabu.operating"
    default_auto_field = "django.db.models.BigAutoField"
