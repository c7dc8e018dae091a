"""Names that nobody may take."""

from __future__ import annotations

import pytest

from nabu.accounts.players.models import User
from nabu.accounts.players.reserved import is_reserved, mixes_scripts, skeleton
from nabu.accounts.players.services import create_player, sign_up, update_account
from nabu.core.errors import Refused
from tests.platform.scenario import PASSWORD, account

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    "name", ["admin", "ADMIN", "Ad min", "a.d-m_i+n", f"{CYRILLIC_A}dmin", "Bye", "ｎａｂｕ", "Staff!"]
)
def test_names_that_speak_for_the_site_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Administer", "Byers", "Nabucco", "Staffan", "Rooth", "ana"])
def test_names_that_only_begin_like_them_are_not(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "José Núñez", "Łukasz", "Åsa Ö.", "O'Brien-Smith 2", "Анна", "Ελένη", "محمد", "שרה", "김철수", "山田カナ",
        "やまだ 太郎", "Ana 健二", "Nguyễn Văn", "अनु", "สมชาย",
    ],
)  # fmt: skip
def test_names_of_one_script_stay_allowed(name: str) -> None:
    assert not mixes_scripts(name)


@pytest.mark.parametrize("name", [f"An{CYRILLIC_A}", "Ρaul", "Аnna", "Ελeνη"])
def test_mixed_scripts_are_seen(name: str) -> None:
    assert mixes_scripts(name)


def test_what_looks_like_latin() -> None:
    assert skeleton("сара") == skeleton("CAPA") == "capa"
    assert skeleton("Ürgüp") == "ürgüp"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Nabu", "The\u0430o", "director"])
def test_misleading_names_are_refused_at_sign_up_and_renaming(name: str) -> None:
    with pytest.raises(Refused, match="reserved|letters"):
        sign_up("paula", PASSWORD, name)
    user = sign_up("paula", PASSWORD, "Paula")
    with pytest.raises(Refused, match="reserved|letters"):
        update_account(user, name=name, language="")
    user.player.refresh_from_db()
    assert user.player.name == "Paula"


@pytest.mark.django_db
def test_a_name_from_before_may_stay() -> None:
    user = account("old", "Bye")
    update_account(user, name="Bye", language="de")
    assert User.objects.get().language == "de"
    assert create_player(user, "Staff").name == "Staff", "an organiser writes what is on the list"


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("taken", "wanted"), [("capa", "сара"), ("сара", "capa"), ("Ana", "aNA"), ("сара", "САРА"), ("ana", "ａｎａ")]
)
def test_a_look_alike_of_a_user_name_is_taken(taken: str, wanted: str) -> None:
    account(taken)
    with pytest.raises(Refused, match="taken"):
        sign_up(wanted, PASSWORD, "Somebody")


@pytest.mark.django_db
@pytest.mark.parametrize("username", ["admin", "Nabu", f"an{CYRILLIC_A}"])
def test_misleading_user_names_are_refused(username: str) -> None:
    with pytest.raises(Refused, match="reserved|letters"):
        sign_up(username, PASSWORD, "Somebody")
