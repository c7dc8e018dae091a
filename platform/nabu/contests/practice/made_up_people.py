"""Names of players that do not exist, for practice events. Nobody takes them for real ones."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count, islice

_PEOPLE = """
    Adad Ahati Alala Anum Asharid Asqudu Balashi Baranu Belessa Damiq Ekur Enlila Erishti Gimil Hammu Ibbi Iddin
    Iltani Ipqu Kubaba Kuri Lamassi Libluth Mannu Nanaya Nidintu Puzur Qishti Rimut Sharrat Sin Tabni Ubar Waqar Zakir
"""
_TOWNS = """
    Akkad Assur Babylon Borsippa Der Dilbat Ebla Emar Eridu Eshnunna Girsu Hamazi Harran Isin Kish Lagash Larsa Mari
    Nineveh Nippur Nuzi Opis Sippar Susa Terqa Tutub Umma Ur Uruk Zabalam
"""
PEOPLE, TOWNS = _PEOPLE.split(), _TOWNS.split()


def made_up_names(number: int, used: Collection[str] = ()) -> list[str]:
    """So many names, always the same ones in the same order, without those that are used."""
    free = (name for name in map(_name, count()) if name not in used)
    return list(islice(free, number))


def _name(at: int) -> str:
    again, place = divmod(at, len(PEOPLE) * len(TOWNS))
    # 35 and 30 have the divisor 5 in common: without the step aside after every 210 names pairs would come twice.
    name = f"{PEOPLE[place % len(PEOPLE)]} of {TOWNS[(place + place // 210) % len(TOWNS)]}"
    return f"{name} {again + 1}" if again else name
