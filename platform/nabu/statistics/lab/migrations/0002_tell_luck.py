from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lab', '0001_squashed_0003_cancelled'),
    ]

    operations = [
        migrations.AddField(
            model_name='experiment',
            name='tell_luck',
            field=models.BooleanField(db_default=False, default=False, verbose_name='measure luck'),
        ),
    ]
