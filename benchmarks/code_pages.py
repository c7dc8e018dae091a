"""How often a list of names is read in the wrong code page: single names, and lists of three to eight.

    python -m benchmarks.code_pages

The names are common ones of each language, made up for this. charset-normalizer has to choose among the same pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from charset_normalizer import from_bytes

NAMES = {
    "cp1252": {
        "German": "Müller, Jürgen|Schäfer, Jörg|Größ, Björn|Weiß, Käthe|Köhler, Günter|Özdemir, Ayla",
        "French": "Lefèvre, Hélène|Béranger, François|Crête, Noël|Dupré, Joëlle|Benoît Côté|Anaïs Pétain|Clémence Lévy",
        "Spanish": "Muñoz, José|Núñez, Ángel|Íñigo Peña|García, María|López, Sofía|Agüero, Raúl|Óscar Martínez",
        "Portuguese": "Gonçalves, João|Simões, Inês|Araújo, Conceição|Magalhães, Antônio|Assunção, Luís|Guimarães, Zé",
        "Nordic": "Sørensen, Bjørn|Åberg, Åsa|Næss, Ståle|Ødegård, Jørn|Björk, Göran|Mäkinen, Väinö|Håkansson, Örjan",
        "Icelandic": "Guðmundsson, Þór|Jónsdóttir, Björk|Sigurðsson, Ásgeir|Þórðarson, Æsa|Kristjánsson, Sæmundur",
        "Italian": "Niccolò, Ugo|D'Alò, Nicolò|Forlì, Marco|Bertè, Loredana|Pagù, Dario|Libertà, Anna",
        "Catalan": "Solà, Núria|Güell, Jordi|Mariàngela Vilallonga|Lluís Llach i Gràcia|Òscar Dalmau",
        "Estonian": "Õunapuu, Jüri|Mägi, Ülle|Põder, Tõnu",
    },
    "cp1250": {
        "Polish": "Wiśniewski, Łukasz|Dąbrowska, Małgorzata|Wójcik, Paweł|Szczęsny, Błażej|Gąsior, Róża|Zięba, Stan",
        "Czech": "Novák, Jiří|Dvořáková, Eliška|Černý, Ondřej|Růžičková, Zdeňka|Šťastný, Vít|Němec, Matěj|Žižka, Jan",
        "Slovak": "Horváthová, Ľubica|Kováč, Ján|Tóth, Štefan|Ďuriš, Ladislav|Baláž, Ľudovít|Krajčí, Žofia|Mráz, Vŕba",
        "Hungarian": "Szabó, Győző|Kovács, Ágnes|Nagy, Gergő|Kőszegi, Zsófia|Erdős, Pál|Fűzfa, Jenő|Őry, Ödön",
        "Romanian": "Ionescu, Ştefan|Popa, Răzvan|Bălan, Mădălina|Ţepeş, Vlad|Dragomir, Ionuţ|Câmpean, Luminiţa",
        "South Slavic": "Horvat, Krešimir|Kovačević, Željko|Đurić, Nenad|Šimić, Zdravko|Žagar, Boštjan|Čop, Matjaž",
    },
    "cp1251": {
        "Russian": "Иванов, Пётр|Смирнова, Анна|Попов, Алексей|Ян, Ли|Ильин, Юрий|Щукин, Эдуард|Ёлкин, Яков|Цой, Вера",
        "Ukrainian": "Шевченко, Андрій|Коваленко, Оксана|Їжак, Євген|Ґалаґан, Ігор|Бойко, Наталія",
        "Bulgarian": "Димитров, Стоян|Топалов, Веселин|Стефанова, Антоанета|Иванова, Мария",
        "Serbian": "Петровић, Ђорђе|Јовановић, Љубица|Његош, Петар|Ћирић, Џоко",
        "Macedonian": "Ѓорѓиев, Кирил|Ќосев, Никола|Ѕвездан",
        "Belarusian": "Быкаў, Васіль|Лукашэнка, Ірына",
    },
}
LISTS = 100


def ours(data: bytes) -> str:
    """What the import makes of it."""
    from nabu.contests.tournaments.imports.plain_text import decode  # brings Django

    return decode(data).text


def library(data: bytes) -> str:
    """What charset-normalizer makes of it."""
    return str(from_bytes(data, cp_isolation=[*NAMES]).best() or "")


def samples(names: list[str], random: Random) -> Iterator[str]:
    """Lists with clubs and ratings, a third of them in capitals."""
    for _list in range(LISTS):
        chosen = random.choices(names, k=random.randint(3, 8))
        text = "Name;Club;Rating\n" + "\n".join(f"{name};SK 1;{random.randint(1000, 2500)}" for name in chosen)
        yield text.upper() if random.random() < 1 / 3 else text


def main() -> None:
    """Print a line for each language."""
    readers: dict[str, Callable[[bytes], str]] = {"ours": ours, "charset-normalizer": library}
    print(f"{'':24}" + "".join(f"{name + ', names':>28}{'lists':>8}" for name in readers))
    for page, languages in NAMES.items():
        for language, text in languages.items():
            names = text.split("|")
            single = [form for name in names for form in (name, name.upper()) if not form.isascii()]
            line = f"{page} {language:17}"
            for read in readers.values():
                wrong = sum(read(name.encode(page, "replace")) != name for name in single if can_write(name, page))
                lists = [one for one in samples(names, Random(1)) if can_write(one, page)]
                lost = sum(read(one.encode(page)) != one for one in lists)
                line += f"{wrong:>21} of {len(single):3}{lost:>4} %"
            print(line)


def can_write(text: str, page: str) -> bool:
    """Whether the page has all its letters: some have no capital there."""
    return text.encode(page, "ignore").decode(page) == text


if __name__ == "__main__":
    main()
