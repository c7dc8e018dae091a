from django.apps import AppConfig


class QuotasConfig(AppConfig):
    name = "nabu.quotas"
    default_auto_field = "django.db.models.BigAutoField"
