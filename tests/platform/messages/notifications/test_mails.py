"""Mails: who gets which, in which language, and that none is lost, doubled, or sent to whom did not ask for it."""

from __future__ import annotations

import json
import smtplib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import allauth
import pytest
from django.core import mail as outbox
from django.core.checks import run_checks
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from engine.message import verbatim
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Verification
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.registration.services import accept, decline, register, withdraw
from nabu.contests.tournaments.rounds.draft import swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import discard_round, publish_round, unpublish_round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core import database_clock
from nabu.core.database_clock import OFFSET
from nabu.messages.notifications import accounts, services, tasks
from nabu.messages.notifications.accounts import MOST_LINKS, write_account_mail
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.links import read_stop
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.notifications.writing import save_mails
from nabu.messages.webhooks import services as webhooks
from nabu.messages.webhooks.models import Webhook
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs, long_ago, sweep_by_hand
from tests.platform.kept import kept_for_file
from tests.platform.scenario import PASSWORD, Event, account, log_of, make_event, seats, users


def with_mail(user: User, *off: str, language: str = "") -> User:
    user.email, user.language = f"{user.username}@example.org", language
    user.save()
    Mailbox.objects.create(user=user, confirmed=user.email, off=list(off))
    return user


def readers() -> Event:
    """Two tables of people who get mails, and nothing is left to tell them."""
    event = make_event(4, table_size=2)
    for user in event.players:
        with_mail(user)
    told()
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(readers, "event")


def told() -> list[tuple[str, str]]:
    """Do what the workers do; the new mails as (kind, user name), sorted."""
    before = set(Mail.objects.values_list("pk", flat=True))
    do_jobs("announce")
    do_jobs("announce")
    return sorted((m.kind, m.user.username) for m in Mail.objects.exclude(pk__in=before).select_related("user"))


def text_for(user: User, kind: str) -> str:
    found = Mail.objects.filter(user=user, kind=kind).order_by("-pk")[0]
    return f"{found.subject}\n{found.text}"


def test_everybody_learns_the_own_table(event: Event) -> None:
    round_ = pair_round(event.organiser, event.tournament)
    assert told() == [], "a draft is nobody's business"
    publish_round(event.organiser, round_)
    assert told() == [("pairing", user.username) for user in event.players]
    table = round_.tables.order_by("number")[1]
    one, other = users(table)
    text = text_for(one, "pairing")
    assert text.startswith("Spring in Ur, round 1: table 2\n")
    assert f"Hello {one.player.name}," in text
    assert "Your seat: 1" in text
    assert f"At your table: {other.player.name}" in text
    assert f"/tables/{table.pk}/" in text
    assert "/mail/stop/" in text


def sent() -> list[tuple[str, str]]:
    """Do what the workers do and send; the new messages as (address, subject), sorted."""
    told()
    before = len(outbox.outbox)
    do_jobs("mails")
    return sorted((message.to[0], message.subject) for message in outbox.outbox[before:])


def again(event: Event, round_: Round, times: int = 1) -> None:
    for _ in range(times):
        publish_round(event.organiser, unpublish_round(event.organiser, round_))


def test_a_round_that_is_withdrawn_before_its_mails_are_sent_is_not_told(event: Event) -> None:
    round_ = event.pair()
    told()
    unpublish_round(event.organiser, round_)
    assert sent() == []
    assert not Mail.objects.exists()
    publish_round(event.organiser, round_)
    assert len(sent()) == 4


def test_a_round_that_is_discarded_before_its_mails_are_sent_is_not_told(event: Event) -> None:
    round_ = event.pair()
    told()
    discard_round(event.organiser, unpublish_round(event.organiser, round_))
    assert sent() == []


@pytest.mark.both_databases
def test_publishing_three_times_tells_everybody_once(event: Event) -> None:
    """Before the announcement, before the mails are sent, and afterwards, when nothing is new."""
    round_ = event.pair()
    again(event, round_, 3)
    told()
    again(event, round_, 3)
    first = sent()
    assert [address for address, _subject in first] == [user.email for user in event.players]
    again(event, round_, 3)
    assert sent() == []


def test_publishing_again_with_another_draw_tells_it(event: Event) -> None:
    """And the first draw once more, because the last mail said something else."""
    round_ = event.pair()
    first = sent()
    one, other = round_.tables.order_by("number")
    for _ in range(2):
        draft = unpublish_round(event.organiser, round_)
        swap_seats(event.organiser, seats(one)[0], seats(other)[0])
        publish_round(event.organiser, draft)
        second = sent()
        assert {address for address, _subject in second} == {user.email for user in event.players}
    assert second == first


def test_a_result_from_report_to_ruling(event: Event) -> None:
    one, _two = event.pair().tables.order_by("number")
    told()
    player, opponent = users(one)
    report = matches.report_result(player, one, [90, 80])
    assert told() == [("confirm", opponent.username)]
    matches.dispute_report(opponent, report, "no")
    assert told() == [("result", player.username)], "who disputes knows it"
    matches.rule_result(event.organiser, one, Ruling([80, 90], reason="counted"))
    assert told() == sorted(("result", user.username) for user in (player, opponent))
    assert "80 points, place 2" in text_for(player, "result")
    matches.reopen_table(event.organiser, one, "wrong table")
    assert len(told()) == 2
    assert "withdrawn" in text_for(player, "result")


def test_a_confirmed_report_is_no_mail(event: Event) -> None:
    one, _two = event.pair().tables.order_by("number")
    player, opponent = users(one)
    report = matches.report_result(player, one, [90, 80])
    told()
    matches.confirm_report(opponent, report)
    assert told() == []


def test_the_answer_to_an_objection_goes_to_who_made_it(event: Event) -> None:
    table = event.pair().tables.order_by("number")[0]
    matches.rule_result(event.organiser, table, Ruling([90, 80]))
    told()
    objection = matches.object_to_result(users(table)[1], table, "We counted twice")
    assert told() == []
    matches.reject_objection(event.organiser, objection, "I watched the game")
    assert told() == [("result", users(table)[1].username)]
    mail = Mail.objects.latest("pk")
    assert mail.subject == f"Spring in Ur, table {table.number}: your objection was answered"
    assert "The result stands. The reason given:" in mail.text
    assert "I watched the game" in mail.text


def test_the_verdict_goes_to_the_sender(event: Event) -> None:
    table = event.pair().tables.order_by("number")[0]
    told()
    sender = users(table)[0]
    matches.submit_log(sender, log_of(table, seed=4), table)
    matches.submit_log(sender, b'{"gamelog": 1}\n')
    for verification in Verification.objects.all():
        verify_log(verification.pk)
    asked = users(table)[1]
    assert sorted(told()) == [("confirm", asked.username), *[("verdict", sender.username)] * 2]
    assert sorted(mail.subject for mail in Mail.objects.filter(kind="verdict")) == [
        "Your game log cannot be read",
        "Your game log is verified",
    ]


def test_the_end_and_a_webhook_that_was_switched_off() -> None:
    event = make_event(2, table_size=2, rounds=1)
    for user in (*event.players, event.organiser):
        with_mail(user)
    told()
    table = event.pair().tables.get()
    matches.rule_result(event.organiser, table, Ruling([2, 1]))
    told()
    finish_tournament(event.organiser, event.tournament)
    assert told() == [("finished", user.username) for user in event.players]
    webhook = webhooks.create_webhook(event.organiser, event.tournament, "http://127.0.0.1:65534/", ["round.published"])
    webhooks.switch_off(webhook, Webhook.Reason.FAILING)
    assert Mail.objects.get(kind="webhook").user == event.organiser
    assert "http://127.0.0.1:65534/" in text_for(event.organiser, "webhook")


def test_nobody_gets_what_they_did_not_ask_for() -> None:
    event = make_event(6, table_size=2)
    confirmed, off, unconfirmed, changed, closed, _none = event.players
    with_mail(confirmed)
    with_mail(off, Kind.PAIRING)
    unconfirmed.email = "somebody@example.org"
    unconfirmed.save()
    Mailbox.objects.create(user=unconfirmed)
    with_mail(changed)
    User.objects.filter(pk=changed.pk).update(email="new@example.org")
    with_mail(closed)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    told()
    event.pair()
    assert told() == [("pairing", confirmed.username)]


def test_each_in_the_language_that_they_have_when_it_is_sent(event: Event) -> None:
    german, spanish, *others = event.players
    User.objects.filter(pk__in=[german.pk, spanish.pk]).update(language="de")
    event.pair()
    told()
    User.objects.filter(pk=spanish.pk).update(language="es")
    with translation.override("es"):
        do_jobs("mails")
    assert len(outbox.outbox) == 4
    sent = {message.to[0]: message.body for message in outbox.outbox}
    assert f"Hallo {german.player.name}," in sent[german.email]
    assert "Dein Sitz: " in sent[german.email]
    assert f"Hola, {spanish.player.name}:" in sent[spanish.email]
    assert "Tu asiento: " in sent[spanish.email]
    for user in others:
        assert f"Hello {user.player.name}," in sent[user.email]
    assert translation.get_language() == "en", "the language of one mail is not that of the next"


def test_a_mail_from_before_there_were_keys_is_sent_as_it_was_written(event: Event) -> None:
    user = event.players[0]
    User.objects.filter(pk=user.pk).update(language="de")
    old = {
        "subject": verbatim("Tu registro está verificado").to_json(),
        "paragraphs": [[verbatim("Hola:\n\nTodo bien, al 100%.").to_json()]],
    }
    save_mails([Mail(user=user, kind=Kind.VERDICT, address=user.email, content=old)])
    do_jobs("mails")
    [message] = outbox.outbox
    assert (message.subject, message.body) == ("Tu registro está verificado", "Hola:\n\nTodo bien, al 100%.\n")


def test_a_mail_that_cannot_be_put_into_words_does_not_stop_the_others(event: Event) -> None:
    event.pair()
    told()
    broken = Mail.objects.first()
    assert broken is not None
    Mail.objects.filter(pk=broken.pk).update(content={})
    do_jobs("mails")
    assert len(outbox.outbox) == 3
    broken.refresh_from_db()
    assert (broken.state, broken.error) == ("failed", "KeyError: 'subject'")


def test_a_thousand_players_cost_a_constant_number_of_queries(django_assert_max_num_queries: Any) -> None:
    counts = []
    for players, prefix in ((4, "few"), (16, "many")):
        event = make_event(players, table_size=2, prefix=prefix)
        for user in event.players:
            with_mail(user)
        told()
        event.pair()
        with django_assert_max_num_queries(55) as captured:
            assert do_jobs("announce") == 2
        counts.append(len(captured))
        assert Mail.objects.filter(kind="pairing", user__username__startswith=prefix).count() == players
    assert counts[0] == counts[1]


def test_mails_are_sent_once_with_a_way_out(event: Event) -> None:
    event.pair()
    told()
    assert do_jobs("mails") == 1
    assert do_jobs("mails") == 0
    assert len(outbox.outbox) == 4
    message = outbox.outbox[0]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    path = link.partition("/mail/")[2]
    below = str(message.body).partition("/mail/")[2].strip()
    ends = [read_stop(each.removeprefix("stop/").rstrip("/")) for each in (path, below)]
    assert ends[0] == ends[1] is not None, "signed at another second, but the same way out"
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(f"/mail/{path}").status_code == 200
    assert Mailbox.objects.filter(off=["pairing"]).count() == 0, "looking at the page ends nothing"
    assert stranger.post(f"/mail/{path}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [box.user.email for box in Mailbox.objects.filter(off=["pairing"])] == message.to
    assert stranger.post("/mail/stop/nonsense/").status_code == 404


def test_what_waits_is_not_sent_after_the_person_had_enough(event: Event) -> None:
    event.pair()
    told()
    services.stop_mails(event.players[0], Kind.PAIRING)
    services.stop_mails(event.players[0], Kind.PAIRING)
    do_jobs("mails")
    assert len(outbox.outbox) == 3


def test_a_slow_host_sends_what_is_due(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to find its own clock too early and come back at once, until the two minutes were over."""
    monkeypatch.setattr(OFFSET, "behind", timedelta(minutes=2))
    write_account_mail(event.players[0], "new@example.org", "email_confirmation", "link")
    Mail.objects.update(next_attempt_at=database_clock.now())
    do_jobs("mails")
    assert Mail.objects.get().attempts == 1


class Flaky(EmailBackend):
    """A mail server that refuses what the test says."""

    problem: Exception | None = None

    def send_messages(self, messages: Any) -> int:
        if self.problem is not None:
            raise self.problem
        return super().send_messages(messages)


@pytest.mark.parametrize(
    ("problem", "attempts"),
    [
        (OSError("no route"), 5),
        (smtplib.SMTPServerDisconnected(), 5),
        (smtplib.SMTPRecipientsRefused({"x": (450, b"later")}), 5),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"no such user")}), 1),
    ],
)
def test_retries_end(
    event: Event, settings: Any, monkeypatch: pytest.MonkeyPatch, problem: Exception, attempts: int
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Flaky"
    monkeypatch.setattr(Flaky, "problem", problem)
    write_account_mail(event.players[0], "new@example.org", "email_confirmation", "link")
    for _attempt in range(10):
        do_jobs("mails")
        found = Mail.objects.get()
        if found.state == "failed":
            break
        assert Job.objects.get(kind="mails").run_after == found.next_attempt_at > timezone.now()
        Mail.objects.update(next_attempt_at=timezone.now())
        Job.objects.update(run_after=timezone.now())
    assert (found.state, found.attempts) == ("failed", attempts)
    assert type(problem).__name__ in found.error


def test_a_worker_that_died_is_made_good(event: Event) -> None:
    write_account_mail(event.players[0], "new@example.org", "email_confirmation", "link")
    Job.objects.filter(kind="mails").update(status="running", attempts=1)  # and then the worker is killed
    assert do_jobs("mails") == 0
    long_ago()
    sweep_by_hand()
    assert do_jobs("mails") == 1
    assert Mail.objects.get().state == "kept", "there is no mail server"
    Mail.objects.update(created_at=timezone.now() - tasks.KEPT_FOR - timedelta(seconds=1))
    assert tasks.purge() == 1


def test_an_address_is_confirmed_before_it_is_used(client: Client) -> None:
    """And until the next one is confirmed, the mails go to the one before."""
    ana = account("ana")
    client.force_login(ana)
    add_address(client, "ana@example.org")
    do_jobs("mails")
    message = outbox.outbox[0]
    assert (message.to, message.subject) == (["ana@example.org"], "Confirm your address")
    assert "List-Unsubscribe" not in message.extra_headers
    path = "/accounts/confirm-email/" + message.body.partition("/accounts/confirm-email/")[2].split()[0]
    visitor = Client()
    assert "ana@example.org" in visitor.get(path).content.decode()
    assert not mails_go_to(ana), "a program that looks into mails has followed the link"
    visitor.post(path)
    assert mails_go_to(ana) == "ana@example.org"
    add_address(client, "other@example.org")
    assert mails_go_to(ana) == "ana@example.org"
    for address in ("other@example.org", "ana@example.org"):
        client.post("/accounts/email/", {"action_remove": "", "email": address})
    assert not mails_go_to(ana)


def add_address(client: Client, address: str) -> None:
    """With the password once more, as the page wants it."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"action_add": "", "email": address})


def mails_go_to(user: User) -> str:
    user = User.objects.get(pk=user.pk)
    return user.email if services.address_is_confirmed(user, services.mailbox_of(user)) else ""


def test_the_page_changes_the_kinds(client: Client) -> None:
    ana = account("ana", email="ana@example.org")
    client.force_login(ana)
    assert client.post("/accounts/mail/", {"wanted": ["pairing"]}).status_code == 302
    assert ana.mailbox.off == [kind for kind in Kind.values if kind != "pairing"]


def test_a_strangers_address_is_not_asked_for_ever() -> None:
    ana = account("ana")
    for number in range(MOST_LINKS + 3):
        write_account_mail(ana, f"victim{number}@example.org", "email_confirmation", "link")
    assert Mail.objects.count() == MOST_LINKS
    write_account_mail(ana, "ana@example.org", "password_changed")
    assert Mail.objects.count() == MOST_LINKS + 1, "news about the account always goes out"
    Mail.objects.update(created_at=timezone.now() - timedelta(hours=1, seconds=1))
    write_account_mail(ana, "ana@example.org", "password_reset_key", "link")
    assert Mail.objects.count() == MOST_LINKS + 2


def test_account_mails_are_in_the_language_of_the_page_and_keep_no_link(settings: Any) -> None:
    settings.MAIL_SERVER = True
    ana = account("ana")
    with translation.override("de"):
        write_account_mail(ana, "ana@example.org", "password_reset_key", "https://nabu.example/secret")
    do_jobs("mails")
    mail = Mail.objects.get()
    assert mail.language == "de"
    assert "https://nabu.example/secret" in outbox.outbox[0].body
    assert "secret" not in json.dumps(mail.content)
    assert (mail.state, mail.sent_at is None) == ("sent", False)


def test_every_mail_of_allauth_has_our_words() -> None:
    templates = Path(allauth.__file__).parent / "templates"
    known = {path.name.removesuffix("_subject.txt") for path in templates.glob("*/email/*_subject.txt")}
    unused = {"account_already_exists", "unknown_account", "login_code", "password_reset_code"}
    social = {"account_connected", "account_disconnected"}
    assert known - unused - social == {*accounts.LINKS, *accounts.NEWS}


@pytest.mark.parametrize("about", sorted({*accounts.LINKS, *accounts.NEWS, "something new"}))
def test_account_mails_can_be_read(about: str) -> None:
    write_account_mail(account("ana"), "ana@example.org", about, "https://nabu.example/link")
    mail = Mail.objects.get()
    assert mail.subject
    assert "%(" not in mail.subject + mail.text
    assert "“ana”" in mail.text


def test_staff_read_what_would_have_been_sent(client: Client, django_assert_num_queries: Any) -> None:
    enlil, root = account("enlil", is_staff=True), account("ellil", is_staff=True, is_superuser=True)
    for number, user in enumerate((account("ana"), enlil)):
        write_account_mail(user, f"{number}@example.org", "password_reset_key", f"https://nabu.example/{number}/")
    client.force_login(enlil)
    page = client.get("/sent-mails/").content.decode()
    assert "https://nabu.example/0/" in page
    assert "https://nabu.example/1/" not in page, "a way into the account of somebody with more power"
    client.force_login(root)
    with CaptureQueriesContext(connection) as few:
        page = client.get("/sent-mails/").content.decode()
    assert page.index("https://nabu.example/1/") < page.index("https://nabu.example/0/"), "the newest first"
    for _more in range(5):
        write_account_mail(enlil, "x@example.org", "password_changed")
    with django_assert_num_queries(len(few)):
        client.get("/sent-mails/")


def test_a_mail_is_in_its_own_language_and_what_became_of_it_in_the_readers(client: Client) -> None:
    with translation.override("de"):
        write_account_mail(account("ana"), "ana@example.org", "password_reset_key", "https://nabu.example/0/")
    do_jobs("mails")
    sent = Mail.objects.get()
    Mail.objects.update(created_at=datetime(2026, 12, 24, 18, tzinfo=UTC))
    with translation.override("de"):
        subject = sent.subject
    client.force_login(account("enlil", is_staff=True))
    page = client.get("/sent-mails/", headers={"Accept-Language": "en"}).content.decode()
    assert f'lang="de">{subject}</h2>' in page
    assert "ana@example.org · 24 Dec 2026, 18:00 · not sent" in page


@pytest.mark.parametrize("server", [True, False])
def test_no_page_says_that_a_mail_was_sent_by_a_site_without_a_mail_server(
    client: Client, settings: Any, server: bool
) -> None:
    settings.MAIL_SERVER = server
    page = client.post("/accounts/password/reset/", {"email": "ana@example.org"}, follow=True).content.decode()
    assert ("We have sent you an email" in page) is server
    assert ("This site cannot send mail." in page) is not server
    client.force_login(account("ana"))
    add_address(client, "ana@example.org")
    page = client.get("/").content.decode()
    assert ("Confirmation email sent to ana@example.org." in page) is server
    event = make_event(0, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Enlil"])
    entry = event.tournament.entries.get()
    entry.email = "enlil@example.org"
    entry.save()
    client.force_login(event.organiser)
    page = client.post(f"/tournaments/entries/{entry.pk}/invite/", follow=True).content.decode()
    assert ("Invitation sent to enlil@example.org." in page) is server


def test_a_console_is_no_mail_server_in_production(
    client: Client, settings: Any, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is printed but that; staff find the links where they are without a mail server."""
    settings.EMAIL_BACKEND, settings.MAIL_WOULD_BE_WRITTEN_DOWN = "nabu.messages.notifications.no_mail.NoMail", True
    write_account_mail(account("ana"), "ana@example.org", "password_reset_key", "https://nabu.example/secret")
    do_jobs("mails")
    said = caplog.text + "".join(capfd.readouterr())
    assert "no mail was sent: EMAIL_URL names no mail server" in said
    assert "secret" not in said
    client.force_login(account("enlil", is_staff=True))
    assert "https://nabu.example/secret" in client.get("/sent-mails/").content.decode()
    assert "nabu.E001" in {found.id for found in run_checks(tags=["security"], include_deployment_checks=True)}


def test_with_a_mail_server_there_is_no_such_page(client: Client, settings: Any) -> None:
    settings.MAIL_SERVER = True
    client.force_login(account("enlil", is_staff=True))
    assert client.get("/sent-mails/").status_code == 404


def test_players_are_told_what_became_of_their_registration() -> None:
    event = make_event(0, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, capacity=2, registration_approval=True)
    ana, bo, cem, dia = (with_mail(account(name)) for name in ("ana", "bo", "cem", "dia"))
    asked = [register(user, event.tournament) for user in (ana, bo, cem, dia)]
    assert told() == [], "who registers sees it on the page"
    for registration in asked[:3]:
        accept(event.organiser, registration)
    decline(event.organiser, asked[3])
    assert told() == [("registration", user.username) for user in (ana, bo, cem, dia)]
    assert text_for(ana, "registration").startswith("Spring in Ur: you are registered\n")
    assert text_for(cem, "registration").startswith("Spring in Ur: you are on the waiting list\n")
    assert text_for(dia, "registration").startswith("Spring in Ur: registration declined\n")
    withdraw(ana, event.tournament)
    assert told() == [("registration", "cem")]
    assert f"/tournaments/{event.tournament.pk}/registration/" in text_for(cem, "registration")
