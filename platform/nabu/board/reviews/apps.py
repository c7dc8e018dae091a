from django.apps import AppConfig

from nabu.board.reviews.texts import TEXTS
from nabu.core.sentences import LANGUAGE


class ReviewsConfig(AppConfig):
    name = "nabu.board.reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.board.reviews import receivers, runs  # noqa: F401

        LANGUAGE.learn(TEXTS)
