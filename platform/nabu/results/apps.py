from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "nabu.results"

    def ready(self) -> None:
        from nabu.results import receivers  # noqa: F401
