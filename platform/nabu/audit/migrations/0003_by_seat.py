"""Who acts with the code of a seat, without an account, is known by the entry."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_events'),
        ('tournaments', '0007_proof_and_consent'),
    ]

    operations = [
        migrations.AddField(
            model_name='auditentry',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='audit_entries', to='tournaments.entry'),
        ),
    ]
