from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "nabu.live"

    def ready(self) -> None:
        from nabu.live import receivers  # noqa: F401
