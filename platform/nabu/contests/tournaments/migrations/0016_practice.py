from django.db import migrations, models


class Migration(migrations.Migration):
    """The field is called what people call it. Its column keeps its name: a version from before goes on with it."""

    dependencies = [("tournaments", "0015_expected_players_early_byes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="tournament", old_name="rehearsal", new_name="practice"),
                migrations.AlterField(
                    model_name="tournament",
                    name="practice",
                    field=models.BooleanField(db_column="rehearsal", default=False, verbose_name="practice event"),
                ),
            ]
        )
    ]
