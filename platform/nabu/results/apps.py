from django.apps import AppConfig

from nabu.results.texts import TEXTS
from nabu.sentences import LANGUAGE


class ResultsConfig(AppConfig):
    name = "nabu.results"

    def ready(self) -> None:
        from nabu.results import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
