"""A player may decline to be rated."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_proof_and_consent'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='consent',
            field=models.CharField(blank=True, choices=[('', 'no consent given'), ('invitation', 'accepted an invitation'), ('claim', 'claimed the player'), ('registration', 'registered'), ('club', 'standing consent for the club'), ('kept', 'rated before consent was required'), ('declined', 'declined')], default='', max_length=12, verbose_name='consent'),
        ),
    ]
