"""The gate: few threads, writers first, no answer made before it was asked for, nobody left behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

import pytest
from django.http import StreamingHttpResponse

from nabu.core.serving import handler, line
from nabu.core.serving.gate import Gate, rank_of
from nabu.core.serving.handler import Answer
from nabu.core.serving.line import Crowded, Left, Line, Rank
from tests.cases import each

SESSION = (b"cookie", b"sessionid=abc; theme=dark")


def scope(path: str = "/", method: str = "GET", *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    """A request as gunicorn describes it."""
    known = [(b"host", b"localhost"), *headers]
    return {"type": "http", "scheme": "http", "method": method, "path": path, "query_string": b"", "headers": known}


class Client:
    """One request: what it sends, and what came back."""

    def __init__(self, wanted: dict[str, Any], parts: tuple[bytes, ...] = (b"",)) -> None:
        self.scope = wanted
        self.parts = list(parts)
        self.gone = asyncio.Event()
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.content = b""

    async def receive(self) -> dict[str, Any]:
        if self.parts:
            return {"type": "http.request", "body": self.parts.pop(0), "more_body": bool(self.parts)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.content += message["body"]


class Work:
    """Stands for Django: notes what it was asked, and waits until it is told to go on."""

    def __init__(self, cookie: bool = False) -> None:
        self.seen: list[str] = []
        self.most_at_once = self.at_once = 0
        self.go_on = threading.Event()
        self.lock = threading.Lock()
        self.cookie = cookie

    def __call__(self, wanted: Any, body: IO[bytes]) -> Answer:
        with self.lock:
            self.seen.append(f"{wanted['method']} {wanted['path']}")
            number = len(self.seen)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.go_on.wait(10)
        with self.lock:
            self.at_once -= 1
        headers = [(b"Set-Cookie", b"a=%d" % number)] if self.cookie else []
        with body:
            return Answer(200, headers, [b"answer %d to " % number, body.read()])


async def no_streams(_scope: Any, _receive: Any, _send: Any) -> None:
    """No stream is asked for here."""
    raise AssertionError


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play a story on an event loop."""
    # In a thread: a browser test of the same process may have left a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asyncio.wait_for(story(), 20)).result()


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(20):
        await asyncio.sleep(0.005)


def begin(gate: Gate, client: Client) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(gate(client.scope, client.receive, client.send))


def test_who_writes_goes_first_and_visitors_last() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        clients = [
            Client(scope("/first")),
            Client(scope("/visitor")),
            Client(scope("/signed-in", "GET", SESSION)),
            Client(scope("/report", "POST", SESSION)),
            Client(scope("/healthz")),
        ]
        tasks = []
        for client in clients:
            tasks.append(begin(gate, client))
            await settle()
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert work.seen == ["GET /first", "POST /report", "GET /healthz", "GET /signed-in", "GET /visitor"]
        assert {client.status for client in clients} == {200}

    run(story)


def test_never_more_at_once_than_there_are_threads_and_every_thread_comes_back() -> None:
    async def story() -> None:
        work = Work()
        work.go_on.set()
        gate = Gate(work, no_streams, 3)
        await asyncio.gather(*(begin(gate, Client(scope(f"/{n}", "POST"))) for n in range(60)))
        assert len(work.seen) == 60
        assert work.most_at_once <= 3
        assert gate.line.free == 3

    run(story)


def test_visitors_who_wait_for_the_same_page_get_one_answer_and_no_older_one() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        running = Client(scope("/round"))
        tasks = [begin(gate, running)]
        await settle()
        waiting = [Client(scope("/round")) for _ in range(5)]
        others = [
            Client(scope("/round", "GET", (b"accept-language", b"de"))),
            Client(scope("/round", "GET", (b"hx-request", b"true"))),
            Client(scope("/round", "GET", SESSION)),
        ]
        tasks += [begin(gate, client) for client in waiting + others]
        await settle()
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert running.content not in {client.content for client in waiting}
        assert len({client.content for client in waiting}) == 1
        assert len({client.content for client in [running, waiting[0], *others]}) == 5

    run(story)


def test_a_page_that_is_being_made_takes_one_thread_only() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 3)
        tasks = []
        for _ in range(3):
            tasks.append(begin(gate, Client(scope("/standings"))))
            await settle()
        for path in ("/round", "/table"):
            tasks.append(begin(gate, Client(scope(path))))
            await settle()
        assert work.seen == ["GET /standings", "GET /round", "GET /table"]
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert work.seen[3:] == ["GET /standings"]
        assert (gate.shared, gate.made, gate.line.free) == ({}, {}, 3)

    run(story)


def told_of(news: bytes, number: int = 0) -> Client:
    """Somebody signed in, whose page was told of this and asks for its part again."""
    part = [(b"hx-request", b"true"), (b"hx-target", b"tables"), (b"nabu-live", b"de"), (b"nabu-told", news)]
    return Client(scope("/round", "GET", *part, (b"cookie", b"sessionid=%d" % number)))


class Counted:
    """Stands for Django: every answer is another one."""

    def __init__(self, status: int = 200, *headers: tuple[bytes, bytes]) -> None:
        self.status, self.headers, self.answers = status, list(headers), 0

    def __call__(self, _wanted: Any, body: IO[bytes]) -> Answer:
        with body:
            self.answers += 1
            return Answer(self.status, self.headers, [b"%d" % self.answers])


def test_who_was_told_of_nothing_newer_gets_the_answer_that_was_made_a_moment_ago() -> None:
    async def story() -> None:
        there = {"tournament-7": 12, "results-7": 3}
        gate = Gate(Counted(), no_streams, 1, lambda topic: there.get(topic, 0))

        async def ask(*news: bytes) -> list[bytes]:
            clients = [told_of(words) for words in news]
            for client in clients:
                await begin(gate, client)
            return [client.content for client in clients]

        assert await ask(b"tournament-7=12", b"tournament-7=12", b"tournament-7=11") == [b"1", b"1", b"1"]
        there["tournament-7"] = 13
        assert await ask(b"tournament-7=12", b"tournament-7=13", b"tournament-7=13") == [b"1", b"2", b"2"]
        # Another topic; nothing; what is no news: made anew, as for everybody else.
        assert await ask(b"tournament-7=13 results-7=3", b"tournament-7=13 results-7=3") == [b"3", b"3"]
        assert await ask(b"", b"tournament-7", b"tournament-7=-1", b"=" * 400) == [b"4", b"5", b"6", b"7"]

    run(story)


def test_nobody_makes_an_answer_look_newer_than_it_is() -> None:
    async def story() -> None:
        there = {"tournament-7": 12}
        gate = Gate(Counted(), no_streams, 1, lambda topic: there.get(topic, 0))
        liar, honest = told_of(b"tournament-7=999999"), told_of(b"tournament-7=13")
        await begin(gate, liar)
        there["tournament-7"] = 13
        await begin(gate, honest)
        assert (liar.content, honest.content) == (b"1", b"2")

    run(story)


def test_who_joins_an_answer_that_is_being_made_was_told_of_no_more_than_it_shows() -> None:
    async def story() -> None:
        there = {"tournament-7": 12}
        work = Work()
        gate = Gate(work, no_streams, 4, lambda topic: there.get(topic, 0))
        clients = [told_of(b"tournament-7=12", number) for number in range(3)]
        tasks = [begin(gate, client) for client in clients[:1]]
        await settle()
        tasks += [begin(gate, client) for client in clients[1:]]
        there["tournament-7"] = 13
        later = told_of(b"tournament-7=13")
        tasks.append(begin(gate, later))
        await settle()
        assert len(work.seen) == 1
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert {client.content for client in clients} == {b"answer 1 to "}
        assert later.content == b"answer 2 to "

    run(story)


@pytest.mark.parametrize(
    "django",
    [Counted(503), Counted(404), Counted(200, (b"Set-Cookie", b"a=1"))],
    ids=["crowded", "gone", "for one client"],
)
def test_only_a_page_for_everybody_is_kept_for_a_moment(django: Counted) -> None:
    async def story() -> None:
        gate = Gate(django, no_streams, 1, lambda _topic: 12)
        clients = [told_of(b"tournament-7=12") for _ in range(3)]
        for client in clients:
            await begin(gate, client)
        assert [client.content for client in clients] == [b"1", b"2", b"3"]
        assert gate.made == {}

    run(story)


def test_an_answer_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nabu.core.serving.gate.YOUNG_SECONDS", 0.05)

    async def story() -> None:
        gate = Gate(Counted(), no_streams, 1, lambda _topic: 12)
        first, second = told_of(b"tournament-7=12"), told_of(b"tournament-7=12")
        await begin(gate, first)
        assert len(gate.made) == 1
        await asyncio.sleep(0.2)
        assert gate.made == {}
        await begin(gate, second)
        assert (first.content, second.content) == (b"1", b"2")

    run(story)


def test_a_part_for_everybody_is_asked_for_as_if_nobody_were_signed_in() -> None:
    live = [(b"hx-request", b"true"), (b"hx-target", b"tables"), (b"nabu-live", b"de")]

    async def story() -> None:
        seen: list[Any] = []

        def handle(wanted: Any, body: IO[bytes]) -> Answer:
            with body:
                seen.append(dict(wanted["headers"]))
                return Answer(200, [], [str(len(seen)).encode()])

        gate = Gate(handle, no_streams, 1)
        gate.line.free = 0
        clients = [
            Client(scope("/round", "GET", *live, (b"cookie", b"sessionid=%d" % number), (b"accept-language", b"es")))
            for number in range(3)
        ]
        own = Client(scope("/round", "GET", *live[:2], (b"nabu-live", b"own"), SESSION))
        forged = Client(scope("/round", "GET", *live[:2], (b"nabu-live", b"xx"), SESSION))
        whole = Client(scope("/round", "GET", (b"nabu-live", b"de"), SESSION))
        tasks = [begin(gate, client) for client in [*clients, own, forged, whole]]
        await settle()
        gate.line.leave()
        await asyncio.gather(*tasks)
        assert {client.content for client in clients} == {b"1"}
        assert b"cookie" not in seen[0]
        assert seen[0][b"accept-language"] == b"de"
        assert [b"cookie" in headers for headers in seen[1:]] == [True] * 3

    run(story)


def test_each_client_is_told_whether_the_shared_answer_is_news_to_it() -> None:
    async def story() -> None:
        def handle(wanted: Any, body: IO[bytes]) -> Answer:
            body.close()
            return Answer(200, [(b"ETag", b'"two"'), (b"Content-Length", b"4"), (b"Vary", b"Cookie")], [b"page"])

        gate = Gate(handle, no_streams, 1)
        tags = [b'"two"', b'W/"two"', b'"one", "two"', b'"one"', b""]
        clients = [Client(scope("/round", "GET", (b"if-none-match", tag))) for tag in tags]
        await asyncio.gather(*(begin(gate, client) for client in clients))
        assert [client.status for client in clients] == [304, 304, 304, 200, 200]
        assert [client.content for client in clients] == [b"", b"", b"", b"page", b"page"]
        assert clients[0].headers == {b"ETag": b'"two"', b"Vary": b"Cookie"}

    run(story)


def test_an_answer_with_a_cookie_is_for_one_visitor_only() -> None:
    async def story() -> None:
        work = Work(cookie=True)
        gate = Gate(work, no_streams, 1)
        clients = [Client(scope("/login")) for _ in range(4)]
        tasks = []
        for client in clients:
            tasks.append(begin(gate, client))
            await settle()
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert len({client.headers[b"Set-Cookie"] for client in clients}) == 4

    run(story)


@pytest.mark.parametrize(("path", "kind"), [("/round", b"text/html"), ("/api/v1/rounds/", b"application/json")])
def test_a_crowd_of_visitors_is_asked_to_come_again_while_a_report_gets_through(
    path: str, kind: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(line.MOST_WAITING, Rank.VISITOR, 2)

    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        crowd = [Client(scope(f"{path}{number}/")) for number in range(6)]
        tasks = []
        for client in crowd:
            tasks.append(begin(gate, client))
            await settle()
        report = Client(scope("/report", "POST"))
        tasks.append(begin(gate, report))
        await settle()
        work.go_on.set()
        await asyncio.gather(*tasks)
        assert [client.status for client in crowd] == [200, 200, 200, 503, 503, 503]
        assert crowd[-1].headers[b"Retry-After"].isdigit()
        assert crowd[-1].headers[b"Content-Type"].startswith(kind)
        assert report.status == 200

    run(story)


def test_who_has_waited_too_long_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(line.PATIENCE_SECONDS, Rank.VISITOR, 0.05)

    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        first, second, third = Client(scope("/1")), Client(scope("/2")), Client(scope("/2"))
        tasks = [begin(gate, first)]
        await settle()
        tasks += [begin(gate, second), begin(gate, third)]
        await asyncio.gather(*tasks[1:])
        assert (second.status, third.status) == (503, 503)
        work.go_on.set()
        await tasks[0]
        assert first.status == 200
        assert work.seen == ["GET /1"]
        assert gate.line.free == 1

    run(story)


def test_a_client_that_goes_while_it_waits_costs_nothing() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        first, second = Client(scope("/1")), Client(scope("/2", "POST"))
        tasks = [begin(gate, first), begin(gate, second)]
        await settle()
        second.gone.set()
        await tasks[1]
        work.go_on.set()
        await tasks[0]
        assert work.seen == ["GET /1"]
        assert gate.line.free == 1

    run(story)


def test_a_cancelled_request_keeps_its_thread_until_django_has_ended() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        first, second = Client(scope("/1", "POST")), Client(scope("/2", "POST"))
        tasks = [begin(gate, first)]
        await settle()
        tasks.append(begin(gate, second))
        await settle()
        tasks[0].cancel()
        await settle()
        assert work.seen == ["POST /1"]
        work.go_on.set()
        await tasks[1]
        assert work.most_at_once == 1
        assert second.status == 200
        assert gate.line.free == 1

    run(story)


def test_a_cancelled_leader_leaves_no_follower_behind() -> None:
    async def story() -> None:
        work = Work()
        gate = Gate(work, no_streams, 1)
        clients = [Client(scope("/running")), Client(scope("/same")), Client(scope("/same"))]
        tasks = []
        for client in clients:
            tasks.append(begin(gate, client))
            await settle()
        tasks[1].cancel()
        await settle()
        work.go_on.set()
        await asyncio.gather(tasks[0], tasks[2])
        assert clients[2].status == 200
        assert gate.line.free == 1
        assert not gate.shared

    run(story)


def test_a_body_is_whole_before_a_thread_is_taken_and_a_huge_one_is_empty(settings: Any) -> None:
    settings.MAX_REQUEST_BYTES = 10

    async def story() -> None:
        work = Work()
        work.go_on.set()
        gate = Gate(work, no_streams, 1)
        whole = Client(scope("/1", "POST"), (b"12345", b"", b"67890"))
        huge = Client(scope("/2", "POST"), (b"12345", b"67890", b"1"))
        await asyncio.gather(begin(gate, whole), begin(gate, huge))
        assert whole.content.endswith(b"to 1234567890")
        assert huge.content.endswith(b"to ")
        assert huge.scope["nabu.too_large"]

    run(story)


def test_a_long_stream_waits_in_a_file_and_each_client_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "KEPT_IN_MEMORY", 100)
    monkeypatch.setattr(handler, "PART_BYTES", 64)
    pieces = [bytes([number]) * 70 for number in range(5)]
    for count, in_file in ((0, False), (1, False), (5, True)):
        answer = Answer(200, [], handler._parts(StreamingHttpResponse(iter(pieces[:count]))))
        assert isinstance(answer.parts, handler.FileParts) == in_file

        async def story(answer: Answer = answer, whole: bytes = b"".join(pieces[:count])) -> None:
            for _client in range(2):
                messages: list[Any] = []

                async def send(message: Any, messages: list[Any] = messages) -> None:
                    messages.append(message)

                await handler.send_answer(answer, send)
                bodies = messages[1:]
                assert b"".join(message["body"] for message in bodies) == whole
                assert [message["more_body"] for message in bodies] == [True] * (len(bodies) - 1) + [False]
                assert all(len(message["body"]) <= 70 for message in bodies)

        run(story)


def test_a_line_forgets_nobody_whatever_happens_to_those_who_wait() -> None:
    """Random arrivals, departures and cancellations: at the end every thread is free."""

    async def story() -> None:
        queue = Line(2)

        async def visit(number: int) -> None:
            leaving: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            if number % 3 == 0:
                asyncio.get_running_loop().call_later(0.001 * (number % 7), leaving.set_result, None)
            try:
                await queue.enter(Rank(number % 3), lambda: leaving)
            except (Crowded, Left):
                return
            try:
                await asyncio.sleep(0.001 * (number % 5))
            finally:
                queue.leave()

        tasks = [asyncio.ensure_future(visit(number)) for number in range(300)]
        for number, task in enumerate(tasks):
            if number % 4 == 0:
                await asyncio.sleep(0.001)
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert queue.free == 2
        assert len(queue) == 0

    run(story)


@each(
    ("method", "path", "headers", "rank"),
    [
        ("GET", "/", [], Rank.VISITOR),
        ("HEAD", "/", [(b"cookie", b"theme=dark")], Rank.VISITOR),
        ("GET", "/", [SESSION], Rank.SIGNED_IN),
        ("GET", "/api/v1/", [(b"authorization", b"Token x")], Rank.SIGNED_IN),
        ("PUT", "/api/v1/", [], Rank.WRITER),
        ("GET", "/healthz", [], Rank.WRITER),
        ("GET", "/", [(b"cookie", b'broken="')], Rank.VISITOR),
    ],
)
def test_ranks(method: str, path: str, headers: list[tuple[bytes, bytes]], rank: Rank) -> None:
    assert rank_of(scope(path, method, *headers)) == rank
