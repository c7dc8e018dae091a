from django.apps import AppConfig


class QuotasConfig(AppConfig):
    name = "nabu.web.quotas"
    default_auto_field = "django.db.models.BigAutoField"
