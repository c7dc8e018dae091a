from django.db import migrations, models


class Migration(migrations.Migration):
    """What a cancelled event was before, and why it was cancelled."""

    dependencies = [("tournaments", "0019_what_an_organiser_plans")]

    operations = [
        migrations.AddField(
            "tournament", "cancelled_from", models.CharField(blank=True, db_default="", default="", max_length=10)
        ),
        migrations.AddField(
            "tournament",
            "cancelled_reason",
            models.CharField(
                blank=True, db_default="", default="", max_length=500, verbose_name="reason for cancelling"
            ),
        ),
    ]
