from django.apps import AppConfig


class OperatingConfig(AppConfig):
    name = "nabu.operating"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.operating import checks  # noqa: F401 - it registers itself
        from nabu.write_guard import stand_guard

        stand_guard()
