"""Every account with an address gets it in the table that allauth looks into: confirmed, if it was."""

from typing import Any

from django.db import migrations


def keep_addresses(apps: Any, schema_editor: object) -> None:
    users = apps.get_model("players", "User").objects
    addresses = apps.get_model("account", "EmailAddress").objects
    mailboxes = apps.get_model("notifications", "Mailbox").objects
    confirmed = dict(mailboxes.exclude(confirmed="").values_list("user_id", "confirmed"))
    verified: set[str] = set()
    for user, address in users.exclude(email="").order_by("pk").values_list("pk", "email"):
        email = address.lower()
        # Of accounts that share an address the first keeps it confirmed: allauth lets it be one account's.
        good = confirmed.get(user, "").lower() == email and email not in verified
        if good:
            verified.add(email)
        addresses.create(user_id=user, email=email, primary=True, verified=good)
        users.filter(pk=user).update(email=email)
    for user, address in confirmed.items():
        mailboxes.filter(user_id=user).update(confirmed=address.lower())


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_hash_old_tokens"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("notifications", "0003_content"),
    ]

    operations = [migrations.RunPython(keep_addresses, migrations.RunPython.noop)]
