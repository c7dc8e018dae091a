from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE


class GamesConfig(AppConfig):
    name = "nabu.catalogue.games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.catalogue.games.texts import TEXTS

        LANGUAGE.learn(TEXTS)
