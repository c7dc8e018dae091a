from django.apps import AppConfig


class OperatingConfig(AppConfig):
    name = "nabu.operations.operating"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.core.write_guard import stand_guard
        from nabu.operations.operating import (  # noqa: F401 - they register themselves
            checks,
            instance_metrics,
            site_metrics,
        )

        stand_guard()
