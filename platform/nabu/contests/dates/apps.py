from django.apps import AppConfig


class DatesConfig(AppConfig):
    name = "nabu.contests.dates"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.contests.dates import receivers, tasks  # noqa: F401
