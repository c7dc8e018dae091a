"""The filter stands in the address: it is read back as it was written, says itself in words, and takes no nonsense."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from django.core.exceptions import ValidationError

from engine.registry import get_game
from nabu.statistics.dashboards.facts.filters import GameFilter, band_title
from nabu.statistics.dashboards.filter_form import FilterForm
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db
BABYLONIA = get_game("babylonia")
VARIANTS = ["base", "seven_of_nine+redraw=3"]
MONTHS = [202610, 202611, 202612]


def read(address: str, **fixed: object) -> GameFilter:
    values = dict(parse_qsl(address.removeprefix("?"), keep_blank_values=True))
    return FilterForm(values, BABYLONIA, VARIANTS, MONTHS, **fixed).game_filter()  # type: ignore[arg-type]


def test_an_address_is_read_back_as_it_was_written() -> None:
    event = make_event(4)
    player = event.players[0].player
    whole = GameFilter(BABYLONIA, VARIANTS[1], 4, 2, 202610, 202611, event.tournament, player)
    address = f"?variant=seven_of_nine%2Bredraw%3D3&players=4&band=2&since=202610&until=202611" \
              f"&tournament={event.tournament.pk}&player={player.pk}"  # fmt: skip
    assert whole.address() == address
    assert read(address) == whole
    assert whole.address(player=7, card="3").endswith("&player=7&card=3"), "a further value takes the place of its own"
    assert GameFilter(BABYLONIA).address() == ""
    assert read("?variant=&players=") == GameFilter(BABYLONIA), "an empty field asks for nothing"


def test_the_filter_says_itself_in_words() -> None:
    event = make_event(4)
    chosen = GameFilter(BABYLONIA, "base", 3, 0, 202610, 202611, event.tournament, event.players[0].player)
    assert chosen.words() == [
        "tournament: Spring in Ur",
        "variant: Base",
        "3 players",
        "ratings: a player is unrated",
        "from October 2026",
        "until November 2026",
        f"games of {event.players[0].player.name}",
    ]
    assert [band_title(band) for band in (1, 2, 4)] == ["below 1400", "1400 to 1499", "1600 and more"]


def test_nonsense_is_an_error() -> None:
    for address in ("?since=202612&until=202610", "?since=202601", "?players=5", "?band=5", "?variant=BASE"):
        with pytest.raises(ValidationError):
            read(address)


def test_a_fixed_tournament_is_not_up_for_choice() -> None:
    event, other = make_event(4), make_event(4, prefix="other")
    assert read(f"?tournament={other.tournament.pk}", tournament=event.tournament).tournament == event.tournament


def test_a_value_without_games_is_not_offered_but_stays_valid() -> None:
    form = FilterForm({"players": "2"}, BABYLONIA, VARIANTS, MONTHS)
    form.offer_only({"players": {"4"}, "variant": {"base"}, "band": {"0", "3"}})
    assert [key for key, _title in form.fields["players"].widget.choices] == ["", 2, 4]  # type: ignore[attr-defined]
    assert form.game_filter().players == 2
    assert {field.name for field in form.shown()} >= {"players", "band", "since"}
    assert "variant" not in {field.name for field in form.shown()}
