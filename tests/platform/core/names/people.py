"""Names of many languages, and how somebody looks for them."""

from __future__ import annotations

import unicodedata

NAMES: dict[str, list[str]] = {
    "Ángel Núñez": ["ángel", "ANGEL", "nunez angel"],
    "João Conceição": ["joao", "CONCEIÇÃO"],
    "François Lefèvre": ["francois", "LEFÈVRE"],
    "Anna Müller": ["MÜLLER", "muller", "ＭÜLLER"],
    "Lena Weiß": ["weiss", "WEISS", "weiß"],
    "Jean-Luc O’Brien": ["jean luc", "o'brien"],
    "Søren Østergård": ["østergård", "OSTERGARD", "Østerga\u030ard"],
    "Þórunn Æsir": ["thorunn", "ÞÓRUNN", "aesir"],
    "Čeněk Dvořák": ["čeněk", "CENEK", "dvorak"],
    "Łukasz Żak": ["lukasz", "ŁUKASZ", "zak"],
    "Đorđe Šarić": ["dorde", "ŠARIĆ"],
    "İbrahim Işık": ["ibrahim", "IŞIK", "isik"],
    "Nguyễn Văn Hùng": ["nguyen van hung", "hùng"],
    "Kealiʻi Kahananui": ["keali`i", "KAHANANUI"],
    "Αλέξης Παπάς": ["αλεξης", "ΑΛΈΞΗΣ", "alexis"],
    "Алёна Ёлкина": ["алена", "ЁЛКИНА", "elkina"],
    "Տիգրան Սարգսյան": ["տիգրան", "ՏԻԳՐԱՆ", "tigran"],
    "დავით ბერიძე": ["ბერიძე", "beridze"],
    "דָּוִד לוי": ["דוד", "לוי", "dvd"],
    "مُحَمَّد رضا": ["محمد", "رضا", "mhmd"],
    "علی می‌رزا": ["میرزا", "می‌رزا"],
    "दीपक शर्मा": ["दीपक", "srma"],
    "สมชาย ใจดี": ["สมชาย", "smchay"],
    "山田ガク": ["山田", "ｶﾞｸ"],
    "李明": ["李", "liming"],
    "김민준": ["민준", "gimminjun"],
    "አበበ ቢቂላ": ["አበበ", "ቢቂላ"],
}
"""More than twenty languages, three of which are written from right to left."""

FORMS = ("NFC", "NFD")


def decomposed(name: str) -> str:
    """As files of macOS have it: letters and accents one after the other."""
    return unicodedata.normalize("NFD", name)
