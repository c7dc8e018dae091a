from django.apps import AppConfig
from django.db.models.signals import post_migrate

from nabu.catalogue.variants.texts import TEXTS
from nabu.core.sentences import LANGUAGE


class VariantsConfig(AppConfig):
    name = "nabu.catalogue.variants"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.catalogue.variants.printed import save_printed_variants

        LANGUAGE.learn(TEXTS)
        post_migrate.connect(save_printed_variants, sender=self)
