"""A tournament that tries variants: the draw at the tables, the logs that prove results there, and the way back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from competition.formats import StageSpec
from engine.registry import GAMES
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.services import VariantSpec, retire_variant, save_variant
from nabu.contests.dates.queries import with_dates
from nabu.contests.matches.models import LogSubmission, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.practice.bot_games import bot_game
from nabu.contests.practice.services import copy_to_practice_event
from nabu.contests.results.history.services import undo
from nabu.contests.results.reseating.services import change_seats
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round, unpublish_round
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.variants import tried_variants
from nabu.core.errors import Refused
from nabu.messages.notifications import texts
from nabu.messages.notifications.models import Mail
from tests.platform.scenario import Event, account, agree, make_event, names, seats

pytestmark = pytest.mark.django_db

BABYLONIA = GAMES["babylonia"]


def trial(players: int = 8, start: bool = True, **setup: Any) -> Event:
    """A tournament that tries the printed rules, the nine cards, and a rack of four."""
    event = make_event(players, start=False, **setup)
    rack = save_variant(
        event.organiser, BABYLONIA, VariantSpec(name="Rack of four", ruleset="base", changes={"rack/limit": 4})
    )
    tried = [*Variant.objects.filter(game="babylonia", owner=None), rack]
    update_tournament(event.organiser, event.tournament, variants=tried)
    if start:
        start_tournament(event.organiser, event.tournament)
    return event


def drawn(round_: Round) -> dict[int, int | None]:
    return dict(round_.tables.values_list("number", "variant"))


def played(table: Table, as_variant: Variant | None = None) -> LogSubmission:
    """A game of bots at this table, by its variant or another one, sent and verified."""
    by = Table.objects.get(pk=table.pk)
    by.variant = as_variant or by.variant
    game = bot_game(by, seats(table), lambda name: "random")
    user = seats(table)[0].entry.player.user
    assert user is not None
    submission = submit_log(user, game.log, table)
    verify_log(submission.log.verifications.get().pk)
    return LogSubmission.objects.get(pk=submission.pk)


def test_each_table_of_a_published_round_has_a_variant() -> None:
    event = trial(9, table_size=2)
    draft = pair_round(event.organiser, event.tournament)
    assert set(drawn(draft).values()) == {None}
    publish_round(event.organiser, draft)
    tables = drawn(draft)
    bye = draft.tables.get(is_bye=True)
    assert tables.pop(bye.number) is None
    counts = Counter(tables.values())
    assert sorted(counts.values()) == [1, 1, 2]
    assert counts.keys() == {variant.pk for variant in tried_variants(event.tournament)}


def test_the_draw_is_always_the_same_and_can_be_taken_back() -> None:
    event = trial(table_size=2)
    round_ = event.pair()
    first = drawn(round_)
    unpublish_round(event.organiser, round_)
    assert set(drawn(round_).values()) == {None}
    publish_round(event.organiser, round_)
    assert drawn(round_) == first
    assert as_bytes(state_of(event.tournament.pk)) == as_bytes(rebuilt_state(event.tournament.pk))
    undo(event.organiser, AuditEntry.objects.filter(tournament=event.tournament).order_by("-pk")[0])
    assert set(drawn(round_).values()) == {None}
    assert as_bytes(state_of(event.tournament.pk)) == as_bytes(rebuilt_state(event.tournament.pk))


def test_only_a_log_of_the_variant_proves_the_result() -> None:
    event = trial(table_size=2)
    by_key = {table.variant.key: table for table in event.pair().tables.select_related("variant") if table.variant}
    rack, nine = by_key["base@rack-of-four"], by_key["seven_of_nine"]
    assert rack.variant is not None
    [dated] = with_dates(Table.objects.filter(pk=rack.pk))
    seated = seats(dated)
    seated[0].table = dated
    mail = Mail(content=texts.pairing(seated[0], seated).to_json())
    assert "Variant: Rack of four (rack › limit: 4 instead of 5)" in mail.text
    wrong = played(rack, nine.variant)
    assert wrong.outcome == LogSubmission.Outcome.NOT_USED
    assert wrong.message == "The log was played with the ruleset “Seven of nine”, but “Base” is played here."
    wrong = played(nine, rack.variant)
    assert wrong.message == "The log was played with the ruleset “Base”, but “Seven of nine” is played here."
    wrong = played(by_key["base"], rack.variant)
    assert "component set “rack-of-four”, but “babylonia-2019” is played here" in wrong.message
    for table in by_key.values():
        assert played(table).outcome == LogSubmission.Outcome.REPORTED
        assert proof_of(agree(table)) == Proof.REPLAYED
    rack.refresh_from_db()
    assert rack.log is not None
    report = rack.log.verifications.get().report
    assert report is not None
    assert report["header"]["components"] == "rack-of-four"
    assert report["header"]["components_sha256"] == rack.variant.component_set.sha256
    assert set(report["header"]["seats"]) == set(names(rack))


def test_all_games_of_a_match_are_of_one_variant() -> None:
    event = trial(4, stages=[StageSpec("single_elimination", {"table_size": 2, "best_of": 3})])
    table = event.pair().tables.all()[0]
    rule_result(event.organiser, table, Ruling([5, 4]))
    games = Table.objects.filter(round=table.round_id, number=table.number)
    assert list(games.values_list("variant", flat=True)) == [table.variant_id] * 2


def test_a_table_that_becomes_a_bye_has_no_variant_and_one_that_becomes_a_game_has_one() -> None:
    """Nine at 3, 3 and 3: two leave the first table for the others, and one comes to who is left alone."""
    event = trial(9, table_size=4)
    first, *others = event.pair().tables.order_by("number")
    for table in others:
        change_seats(event.organiser, seats(first)[0], table)
    first.refresh_from_db()
    assert (first.is_bye, first.variant) == (True, None)
    change_seats(event.organiser, seats(others[0])[0], first)
    first.refresh_from_db()
    assert not first.is_bye
    assert first.variant in tried_variants(event.tournament)


def test_a_whole_event_of_bots_tries_variants() -> None:
    account("owner")
    words = ["--owner=owner", "--players=8", "--stage=swiss:table_size=2,rounds=2", "--logs=0.99", "--verify-here"]
    with pytest.raises(CommandError, match="no variant 'Eight'; known: Base, Seven of nine"):
        call_command("simulate_event", *words, "--try=Base", "--try=Eight")
    call_command("simulate_event", *words, "--try=Base", "--try=Seven of nine")
    tables = Table.objects.filter(round__stage__tournament__practice=True).select_related("variant", "log")
    assert len(tables) == 8
    for table in tables:
        assert table.variant is not None
        assert table.log is not None
        header = table.log.verifications.get().report["header"]
        assert header["ruleset"] == table.variant.ruleset


def test_what_may_be_tried() -> None:
    event = trial(2, table_size=2, start=False)
    kept = tried_variants(event.tournament)
    amyitis = Variant.objects.get(game="amyitis", key="base")
    for wrong, told in ((kept[:1], "tests 2 to 4 variants"), ([*kept, amyitis], "another game")):
        with pytest.raises(Refused, match=told):
            update_tournament(event.organiser, event.tournament, variants=wrong)
    rack = next(variant for variant in kept if variant.owner_id)
    retire_variant(account("boss", is_staff=True), rack)
    # What was chosen before is kept, and copied into a practice event only where it is still offered.
    update_tournament(event.organiser, event.tournament, variants=kept)
    other = make_event(0, start=False, prefix="other")
    with pytest.raises(Refused, match="“Rack of four” is retired"):
        update_tournament(other.organiser, other.tournament, variants=kept)
    update_tournament(event.organiser, event.tournament, variants=[v for v in kept if v != rack])
    practice = copy_to_practice_event(event.organiser, event.tournament)
    assert [variant.key for variant in tried_variants(practice)] == ["base", "seven_of_nine"]
    update_tournament(event.organiser, event.tournament, variants=[])
    assert tried_variants(event.tournament) == []
    start_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="After the start"):
        update_tournament(event.organiser, event.tournament, variants=kept)
    assert set(drawn(event.pair()).values()) == {None}
    assert as_bytes(state_of(event.tournament.pk)) == as_bytes(rebuilt_state(event.tournament.pk))
