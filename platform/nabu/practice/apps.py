from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "nabu.practice"

    def ready(self) -> None:
        from nabu.practice.demo_removal import TEXTS as DEMO_TEXTS
        from nabu.practice.job import TEXTS
        from nabu.sentences import LANGUAGE

        LANGUAGE.learn(TEXTS)
        LANGUAGE.learn(DEMO_TEXTS)
