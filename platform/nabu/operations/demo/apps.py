from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "nabu.operations.demo"

    def ready(self) -> None:
        from nabu.core.sentences import LANGUAGE
        from nabu.operations.demo.removal import TEXTS

        LANGUAGE.learn(TEXTS)
