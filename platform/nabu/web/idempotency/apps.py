from django.apps import AppConfig


class IdempotencyConfig(AppConfig):
    name = "nabu.web.idempotency"
    default_auto_field = "django.db.models.BigAutoField"
