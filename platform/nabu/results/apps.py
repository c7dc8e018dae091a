from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "nabu.results"

    def ready(self) -> None:
        from nabu.results import receivers, tasks  # noqa: F401
