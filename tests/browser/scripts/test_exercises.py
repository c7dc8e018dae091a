"""When positions come again, and which comes next (static/nabu/board/exercises), without a page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FOLDER = "/static/nabu/board/exercises"


def card(id_: str, **more: Any) -> dict[str, Any]:
    """A confirmed position of the opening, due on day 100."""
    plain = {"id": id_, "game": "babylonia", "phase": "opening", "state": "confirmed", "box": 0, "due": 100, "at": 0}
    return {**plain, "loss": 5, "sources": {"city": 3.0, "farm": 0.4}, "others": 1.6, **more}


def test_the_wait_grows_with_each_right_answer(scripts: Page) -> None:
    """Worked by hand: right at once, six times in a row, wrong, right on the same day, and with a hint."""
    answers = ["right", "right", "right", "right", "right", "right", "wrong", "right", "helped", "right"]
    found = scripts.evaluate(
        """async ([folder, answers]) => {
          const { after, isLearned } = await import(`${folder}/spacing.js`);
          let card = { box: 0, due: 100 };
          return answers.map((answer) => {
            card = after(card, answer, card.due);
            return [card.due, card.box, isLearned(card)];
          });
        }""",
        [FOLDER, answers],
    )
    assert found == [
        [101, 1, False],
        [104, 2, False],
        [111, 3, False],
        [132, 4, True],
        [192, 5, True],
        [252, 5, True],
        [252, 0, False],
        [253, 1, False],
        [254, 1, False],
        [257, 2, False],
    ]


def test_a_day_begins_at_midnight_where_the_device_is(scripts: Page) -> None:
    days = scripts.evaluate(
        """async (folder) => {
          const { dayOf } = await import(`${folder}/spacing.js`);
          return [[2, 0], [2, 23], [3, 0]].map(([day, hour]) => dayOf(new Date(2026, 2, day, hour, 30)));
        }""",
        FOLDER,
    )
    assert days == [days[0], days[0], days[0] + 1]


def test_what_is_due_longest_comes_first_and_what_was_just_wrong_last(scripts: Page) -> None:
    cards = [
        card("wrong", at=9),
        card("later", due=101),
        card("new"),
        card("late", due=98, at=5),
        card("unchecked", state="new", loss=7),
        card("unchecked and worse", state="new", loss=9),
        card("luck", state="dropped"),
        card("other rules", state="unusable"),
    ]
    found = scripts.evaluate(
        """async ([folder, cards]) => {
          const { counted, nextDue, nextUnchecked } = await import(`${folder}/choosing.js`);
          const order = [];
          let left = [...cards];
          for (let next; (next = nextDue(left, 100)); left = left.filter((each) => each !== next)) order.push(next.id);
          return [order, nextUnchecked(cards).id, counted(cards, 100)];
        }""",
        [FOLDER, cards],
    )
    assert found[0] == ["late", "new", "wrong"]
    assert found[1] == "unchecked and worse"
    assert found[2] == {
        "due": 3,
        "learned": 0,
        "confirmed": 4,
        "unchecked": 2,
        "next": 98,
        "checked": 5,
        "unusable": 1,
    }, "what is refused was not judged"


def test_filters_take_games_phases_and_sources_that_lost_half_a_point(scripts: Page) -> None:
    cards = [card("one"), card("other", game="ishtar", phase="end", sources={"flowers": 2})]
    found = scripts.evaluate(
        """async ([folder, cards, filters]) => {
          const { chosen } = await import(`${folder}/choosing.js`);
          return filters.map((filter) => chosen(cards, filter).map(({ id }) => id));
        }""",
        [
            FOLDER,
            cards,
            [{}, {"game": "ishtar"}, {"source": "city"}, {"source": "farm"}, {"source": "others"}, {"phase": "end"}],
        ],
    )
    assert found == [["one", "other"], ["other"], ["one"], [], ["one", "other"], ["other"]]


# The reviews that a device keeps: of a game against a bot, and of one between two people. `after`: what the page of
# exercises then keeps, first without and then with an answer to the question whose seat it was.
COLLECT = """async ([folder, found, account]) => {
  const PLAYED_ON = { bots: [null, "greedy"], from: { digest: null, move: 3, side: 1 } };
  const forgotten = (name) => new Promise((done) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = asked.onerror = done;
  });
  for (const name of ["nabu-reviews", "nabu-exercises"]) await forgotten(name);
  const { KeptReview } = await import(`${folder}/../reviews/kept.js`);
  const { collect } = await import(`${folder}/collect.js`);
  const { openKept } = await import(`${folder}/kept.js`);
  const plain = { turn: 1, phase: "end", rather: {}, loss: 4, sources: {}, others: 4 };
  const marked = (move, seat, mark) => ({ ...plain, move, seat, mark });
  for (const [digest, meta] of [["bot", { bots: ["greedy", null] }], ["people", {}], ["played on", PLAYED_ON]]) {
    const log = `${JSON.stringify({ game: "babylonia", seats: ["Ana", "Bo"], meta })}\n{}\n`;
    const review = await KeptReview.open(digest, "search-72/1.1.1", { log, components: null });
    for (const each of [marked(3, 0, "costly"), marked(4, 1, "doubtful"), marked(5, 1, "")]) await review.add(each);
  }
  const kept = await openKept();
  const after = async () => {
    await collect(kept, found, "");
    const again = await openKept();
    again.account = account;
    const open = [...again.games.values()].filter((game) => again.seatOf(game) === null).map(({ digest }) => digest);
    return [again.own.map(({ id }) => id).sort(), open];
  };
  kept.account = account;
  const before = await after();
  await kept.saySeat("people", 0);
  return [before, await after()];
}"""


def test_of_games_between_people_the_seat_is_asked_for(scripts: Page) -> None:
    """Only marks of one's own seat are practised; in a game against bots that is the only person's."""
    before, said = scripts.evaluate(COLLECT, [FOLDER, [], None])
    assert before == [["bot/4"], ["people"]]
    assert said == [["bot/4", "people/3"], []]


def of_the_site(digest: str, seat: int | None, *moves: int) -> dict[str, Any]:
    """A game of games.json: each of the `moves` is a mistake, of both seats if none is known."""
    plain = {"turn": 1, "phase": "end", "rather": {}, "loss": 4, "sources": {}, "others": 4}
    marks = [
        {**plain, "move": move, "seat": own} for own in ((seat,) if seat is not None else (0, 1)) for move in moves
    ]
    address = f"/{digest}.jsonl"
    return {"digest": digest, "game": "babylonia", "seat": seat, "log": address, "replay": None, "decisions": marks}


def test_what_the_site_knows_is_not_asked_for(scripts: Page) -> None:
    """The same game is there once, with what either of them has marked."""
    before, _said = scripts.evaluate(COLLECT, [FOLDER, [of_the_site("people", 1, 9)], 7])
    assert before == [["bot/4", "people/4", "people/9"], []]


# Two accounts, one after the other, and then nobody on one device: what each sees, as ids and open questions.
ONE_AFTER_THE_OTHER = """async ([folder, visits]) => {
  const forgotten = (name) => new Promise((done) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = asked.onerror = done;
  });
  for (const name of ["nabu-reviews", "nabu-exercises"]) await forgotten(name);
  const { collect, withLog } = await import(`${folder}/collect.js`);
  const { openKept } = await import(`${folder}/kept.js`);
  const shown = [];
  for (const { account, found, status, bots, seat } of visits) {
    const kept = await openKept();
    if (account === undefined) kept.setLastAccount();
    else kept.setAccount(account);
    const header = JSON.stringify({ game: "babylonia", seats: ["Ana", "Bo"], meta: { bots } });
    globalThis.fetch = async () => new Response(`${header}\n`, { status });
    await collect(kept, found, "");
    if (seat !== undefined) {
      await kept.saySeat(found[0].digest, seat);
      await collect(kept, found, "");
    }
    const open = [...kept.games.values()].filter((game) => kept.seatOf(game) === null && game.names);
    shown.push([kept.own.map(({ id }) => id).sort(), open.map(({ digest }) => digest)]);
    for (const { digest } of found) if (kept.games.has(digest)) await withLog(kept, digest, "");
    kept.database.close();
  }
  const kept = await openKept();
  kept.database.close();
  return { shown, left: [...kept.games.keys()] };
}"""


def visit(account: int | None, *found: dict[str, Any], status: int = 200, **more: Any) -> dict[str, Any]:
    return {"account": account, "found": found, "status": status, **more}


def test_each_account_of_a_device_has_its_own_seat(scripts: Page) -> None:
    """The one who comes second gets its own mistakes, and whoever is not signed in gets none of them."""
    visits = [
        visit(1, of_the_site("game", 0, 3), of_the_site("other", 0, 5)),
        visit(2, of_the_site("game", 1, 4)),
        visit(None),
    ]
    found = scripts.evaluate(ONE_AFTER_THE_OTHER, [FOLDER, visits])
    assert found["shown"] == [[["game/3", "other/5"], []], [["game/4"], []], [[], []]]


def test_without_the_site_the_account_that_was_there_last_practises_on(scripts: Page) -> None:
    away = {"found": [], "status": 503}
    found = scripts.evaluate(ONE_AFTER_THE_OTHER, [FOLDER, [visit(1, of_the_site("game", 0, 3)), away]])
    assert found["shown"][1] == [["game/3"], []]


def test_what_the_site_knows_is_more_than_what_somebody_has_said(scripts: Page) -> None:
    unknown, known = of_the_site("game", None, 3), of_the_site("game", 1, 3)
    visits = [visit(1, unknown), visit(1, unknown, seat=-1), visit(1, known), visit(1, unknown)]
    found = scripts.evaluate(ONE_AFTER_THE_OTHER, [FOLDER, visits])
    assert found["shown"] == [[[], ["game"]], [[], []], [["game/3"], []], [["game/3"], []]]
    against_a_bot = scripts.evaluate(ONE_AFTER_THE_OTHER, [FOLDER, [visit(1, unknown, bots=["greedy", None])]])
    assert against_a_bot["shown"] == [[["game/3"], []]]


def test_a_game_that_has_gone_from_the_site_is_forgotten_and_one_that_is_away_is_not(scripts: Page) -> None:
    for status, left in ((404, []), (503, ["game"])):
        found = scripts.evaluate(ONE_AFTER_THE_OTHER, [FOLDER, [visit(1, of_the_site("game", 0, 3), status=status)]])
        assert found["shown"] == [[["game/3"], []]]
        assert found["left"] == left
