from django.db import migrations, models


class Migration(migrations.Migration):
    """What a cancelled event was before, and why; and by what words an event is found."""

    dependencies = [("tournaments", "0020_role_invitations")]

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
        migrations.AddField(
            "tournament",
            "place_key",
            models.CharField(db_default="", default="", editable=False, max_length=400),
        ),
        migrations.AddField(
            "tournament",
            "description_key",
            models.CharField(db_default="", default="", editable=False, max_length=2000),
        ),
    ]
