from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('notifications', '0001_squashed_0003_content')]

    operations = [
        migrations.AlterField(
            model_name='mail',
            name='state',
            field=models.CharField(choices=[('due', 'sending'), ('sent', 'sent'), ('kept', 'not sent'), ('failed', 'given up')], default='due', max_length=6),
        ),
    ]
