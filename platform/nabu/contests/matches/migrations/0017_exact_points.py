from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("matches", "0016_actions_as_messages")]

    operations = [
        migrations.AddField("seat", "points_denominator", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("seat", "points_numerator", models.IntegerField(blank=True, null=True)),
    ]
