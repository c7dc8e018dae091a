from django.apps import AppConfig
from django.db.models.signals import post_migrate


class VariantsConfig(AppConfig):
    name = "nabu.variants"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.variants.printed import save_printed_variants

        post_migrate.connect(save_printed_variants, sender=self)
