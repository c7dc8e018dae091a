from django.apps import AppConfig


class IdempotencyConfig(AppConfig):
    name = "nabu.idempotency"
    default_auto_field = "django.db.models.BigAutoField"
