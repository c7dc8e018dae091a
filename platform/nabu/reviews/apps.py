from django.apps import AppConfig

from nabu.reviews.texts import TEXTS
from nabu.sentences import LANGUAGE


class ReviewsConfig(AppConfig):
    name = "nabu.reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.reviews import runs  # noqa: F401

        LANGUAGE.learn(TEXTS)
