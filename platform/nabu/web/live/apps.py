from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "nabu.web.live"

    def ready(self) -> None:
        from nabu.web.live import receivers  # noqa: F401
