from django.apps import AppConfig

from nabu.sentences import LANGUAGE


class GamesConfig(AppConfig):
    name = "nabu.games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.games.texts import TEXTS

        LANGUAGE.learn(TEXTS)
