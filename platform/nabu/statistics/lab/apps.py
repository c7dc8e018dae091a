from django.apps import AppConfig


class LabConfig(AppConfig):
    name = "nabu.statistics.lab"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.statistics.lab import runs  # noqa: F401
