"""Get the data files of a game (docs/data.md) and count with them: `python read_facts.py SITE GAME FOLDER`.

Answers two pages of the site in each of DuckDB, Polars and pandas that is installed: where points come from, and what
happened to the cards. All must give the same whole numbers, and what the API of the site says.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

NOT_SOURCES = ("game_id", "seat", "player_id", "score", "place", "win", "rating", "rated_games")
"""The columns of player_games that are no points by source."""

TRIES = 3

Answer = dict[str, Any]


def get(address: str) -> bytes:
    """What stands at an address."""
    with urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
        return content


def fetch(site: str, game: str, folder: Path, read: Callable[[str], bytes] = get) -> Answer:
    """Make the folder hold exactly the files of now, and return their list. What is there is not fetched again."""
    for tries in range(1, TRIES + 1):
        listing: Answer = json.loads(read(f"{site}/api/v1/dashboards/{game}/files/"))
        wanted = {one["name"]: one["address"] for one in listing["files"]}
        for store in listing["stores"]:
            if store["model"]:
                _before, _files, name = store["model"].partition("/files/")
                wanted[name] = store["model"]
        try:
            for name, address in wanted.items():
                path = folder / name
                if not path.exists():
                    content = read(address)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
        except HTTPError as error:
            # Replaced more than ten minutes after the list was read.
            if error.code != 404 or tries == TRIES:
                raise
            continue
        for path in folder.rglob("*.*"):
            if path.is_file() and path.relative_to(folder).as_posix() not in wanted:
                path.unlink()
        (folder / "files.json").write_text(json.dumps(listing))
        return listing
    raise AssertionError("unreachable")


def paths_of(folder: Path, listing: Answer, table: str, kinds: tuple[str, ...] = ("replayed",)) -> list[str]:
    """The files of a table."""
    return [str(folder / one["name"]) for one in listing["files"] if one["table"] == table and one["kind"] in kinds]


def with_duckdb(folder: Path, listing: Answer) -> Answer:
    """The answers in SQL."""
    import duckdb

    db = duckdb.connect()
    both = ("replayed", "typed")
    for view, table, kinds in (
        ("all_games", "games", both),
        ("all_player_games", "player_games", both),
        ("all_card_events", "card_events", ("replayed",)),
        ("all_offers", "offers", ("replayed",)),
    ):
        files = paths_of(folder, listing, table, kinds)
        # A file has columns only for sources that gave points in it.
        db.read_parquet(files, union_by_name=True, hive_partitioning=False).create_view(view)
    db.execute("create view counted as select game_id from all_games where counts")
    for view, table in (("people", "all_player_games"), ("events", "all_card_events"), ("offers", "all_offers")):
        db.execute(f"create view {view} as select * from {table} semi join counted using (game_id)")
    sources = sorted({name for name, *_type in db.execute("describe people").fetchall()} - set(NOT_SOURCES))
    sums = ", ".join(f'coalesce(sum("{name}"), 0)::bigint' for name in ("score", *sources))
    [(players, *points)] = db.execute(f"select count(*), {sums} from people").fetchall()
    cards = db.execute("""
        select card, offered, coalesce(taken, 0), coalesce(used, 0), coalesce(declined, 0), coalesce(takers, 0)
        from (select card::varchar card, count(distinct game_id) offered from offers group by all)
        left join (
            select
                card::varchar card,
                count(distinct game_id) filter (what = 'taken') taken,
                count(*) filter (what = 'used') used,
                count(*) filter (what = 'declined') declined,
                count(distinct (game_id, seat)) filter (what = 'taken') takers
            from events group by all
        ) using (card)
    """).fetchall()
    return answer_of(players, dict(zip(("score", *sources), points, strict=True)), cards)


def with_polars(folder: Path, listing: Answer) -> Answer:
    """The answers with Polars."""
    import polars as pl

    def table(name: str, *kinds: str) -> pl.DataFrame:
        files = paths_of(folder, listing, name, kinds)
        # A file has columns only for sources that gave points in it, and its own list of texts.
        read = [pl.read_parquet(file, hive_partitioning=False) for file in files]
        return pl.concat([one.with_columns(pl.col(pl.Categorical).cast(pl.String)) for one in read], how="diagonal")

    counted = table("games", "replayed", "typed").filter("counts").select("game_id")
    people = table("player_games", "replayed", "typed").join(counted, on="game_id", how="semi")
    sources = sorted(set(people.columns) - set(NOT_SOURCES))
    points = people.select(pl.col("score", *sources).cast(pl.Int64).fill_null(0).sum()).row(0, named=True)
    events = table("card_events", "replayed").join(counted, on="game_id", how="semi")
    offers = table("offers", "replayed").join(counted, on="game_id", how="semi")
    taken = pl.col("what") == "taken"
    happened = events.group_by("card").agg(
        pl.col("game_id").filter(taken).n_unique().alias("taken"),
        (pl.col("what") == "used").sum().alias("used"),
        (pl.col("what") == "declined").sum().alias("declined"),
        pl.struct("game_id", "seat").filter(taken).n_unique().alias("takers"),
    )
    on_offer = offers.group_by("card").agg(pl.col("game_id").n_unique().alias("offered"))
    cards = on_offer.join(happened, on="card", how="left").fill_null(0)
    columns = ("card", "offered", "taken", "used", "declined", "takers")
    return answer_of(len(people), points, cards.select(columns).rows())


def with_pandas(folder: Path, listing: Answer) -> Answer:
    """The answers with pandas."""
    import pandas as pd

    def table(name: str, *kinds: str) -> pd.DataFrame:
        files = paths_of(folder, listing, name, kinds)
        return pd.concat([pd.read_parquet(file, partitioning=None) for file in files], ignore_index=True)

    games = table("games", "replayed", "typed")
    counted = games.loc[games["counts"], "game_id"]

    def of_counted(rows: pd.DataFrame) -> pd.DataFrame:
        return rows[rows["game_id"].isin(counted)]

    people = of_counted(table("player_games", "replayed", "typed"))
    # A file has columns only for sources that gave points in it.
    sources = sorted(set(people.columns) - set(NOT_SOURCES))
    points = people[["score", *sources]].fillna(0).sum().astype(int).to_dict()
    events, offers = of_counted(table("card_events", "replayed")), of_counted(table("offers", "replayed"))
    events, offers = (rows.astype({"card": "str"}) for rows in (events, offers))
    taken = events[events["what"] == "taken"]
    cards = pd.DataFrame(
        {
            "offered": offers.groupby("card")["game_id"].nunique(),
            "taken": taken.groupby("card")["game_id"].nunique(),
            "used": events[events["what"] == "used"].groupby("card").size(),
            "declined": events[events["what"] == "declined"].groupby("card").size(),
            "takers": taken.drop_duplicates(["card", "game_id", "seat"]).groupby("card").size(),
        }
    )
    cards = cards[cards["offered"].notna()].fillna(0).astype(int)
    return answer_of(len(people), points, list(cards.itertuples(name=None)))


ENGINES: dict[str, Callable[[Path, Answer], Answer]] = {
    "duckdb": with_duckdb,
    "polars": with_polars,
    "pandas": with_pandas,
}


def answer_of(player_games: int, points: dict[str, int], cards: list[tuple[Any, ...]]) -> Answer:
    """Points by source in all and of a player in a game, and their share; by card: offered and taken in so many games,
    used and declined so often, taken by so many players."""
    score = points["score"]
    return {
        "player_games": player_games,
        "sources": {
            name: {"points": total, "points_per_game": total / player_games, "share": total / score if score else None}
            for name, total in points.items()
            if name != "score" and player_games
        },
        "cards": {card: tuple(map(int, counts)) for card, *counts in sorted(cards)},
    }


def of_the_site(site: str, game: str, read: Callable[[str], bytes] = get) -> Answer:
    """What the API says of the same: points by source and share with six decimals, and the cards."""
    sources = json.loads(read(f"{site}/api/v1/dashboards/{game}/sources/"))["rows"]
    cards = json.loads(read(f"{site}/api/v1/dashboards/{game}/cards/"))["rows"]
    names = ("offered", "taken", "used", "declined", "takers")
    return {
        "player_games": next((row["player_games"] for row in sources if row["variant"] == ""), 0),
        "sources": {row["source"]: (row["points_per_game"], row["share"]) for row in sources if row["variant"] == ""},
        "cards": {row["card"]: tuple(row[name] for name in names) for row in cards},
    }


def differences(found: Answer, said: Answer) -> list[str]:
    """Where an answer is not what the site says. A source without a column never gave a point."""
    wrong = [] if found["player_games"] == said["player_games"] else [f"player-games: {found['player_games']}"]
    nothing = {"points_per_game": 0, "share": 0}
    for name, (mean, share) in said["sources"].items():
        own = found["sources"].get(name, nothing)
        if (round(own["points_per_game"], 6), own["share"] and round(own["share"], 6)) != (mean, share):
            wrong.append(f"{name}: {own} instead of {mean}, {share}")
    if found["cards"] != said["cards"]:
        wrong.append(f"cards: {set(found['cards'].items()) ^ set(said['cards'].items())}")
    return wrong


def main() -> None:
    """See the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", help="such as https://nabu.example.org")
    parser.add_argument("game", help="such as babylonia")
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    site = asked.site.rstrip("/")
    listing = fetch(site, asked.game, asked.folder)
    size = sum(one["bytes"] for one in listing["files"])
    print(f"{len(listing['files'])} files, {size / 2**20:.1f} MiB, layout {listing['layout']}")
    if not listing["files"]:
        return
    said = of_the_site(site, asked.game)
    answers = {
        name: engine(asked.folder, listing)
        for name, engine in ENGINES.items()
        if importlib.util.find_spec(name) is not None
    }
    answer = next(iter(answers.values()))
    print(f"{answer['player_games']} player-games")
    for name, row in answer["sources"].items():
        print(f"{name:24} {row['points_per_game']:8.3f} points {100 * (row['share'] or 0):6.2f} %")
    print(f"{'card':24} offered taken used declined takers")
    for card, (offered, taken, used, declined, takers) in answer["cards"].items():
        print(f"{card:24} {offered:7} {taken:5} {used:4} {declined:8} {takers:6}")
    for name, other in answers.items():
        wrong = differences(other, said) + ([] if other == answer else ["not what the others found"])
        print(f"{name}: {'; '.join(wrong) or 'equal to the site'}")
        if wrong:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
