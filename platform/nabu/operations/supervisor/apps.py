from django.apps import AppConfig


class SupervisorConfig(AppConfig):
    name = "nabu.operations.supervisor"
    default_auto_field = "django.db.models.BigAutoField"
