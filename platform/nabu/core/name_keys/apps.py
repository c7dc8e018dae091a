from django.apps import AppConfig
from django.db.models.signals import post_migrate


class NameKeysConfig(AppConfig):
    name = "nabu.core.name_keys"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.core.name_keys.refresh import refresh_name_keys

        post_migrate.connect(refresh_name_keys, sender=self)
