from django.apps import AppConfig

from nabu.contests.results.texts import TEXTS
from nabu.core.sentences import LANGUAGE


class ResultsConfig(AppConfig):
    name = "nabu.contests.results"

    def ready(self) -> None:
        from nabu.contests.results import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
