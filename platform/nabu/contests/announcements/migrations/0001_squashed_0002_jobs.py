from django.db import migrations


class Migration(migrations.Migration):

    replaces = [('announcements', '0001_initial'), ('announcements', '0002_jobs')]

    initial = True

    dependencies = [
    ]

    operations = [
    ]
