from django.apps import AppConfig
from django.db.models.signals import post_migrate

from nabu.sentences import LANGUAGE
from nabu.variants.texts import TEXTS


class VariantsConfig(AppConfig):
    name = "nabu.variants"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.variants.printed import save_printed_variants

        LANGUAGE.learn(TEXTS)
        post_migrate.connect(save_printed_variants, sender=self)
