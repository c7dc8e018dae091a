from django.apps import AppConfig


class OperatingConfig(AppConfig):
    name = "nabu.operations.operating"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.core.write_guard import stand_guard
        from nabu.operations.operating import checks  # noqa: F401 - it registers itself

        stand_guard()
