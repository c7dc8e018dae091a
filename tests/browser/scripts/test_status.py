"""The line of static/nabu/board/recorder/status.js: what is on this device only, why, and what a person can do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

START = """async () => {
  const { showStatus } = await import("/static/nabu/board/recorder/status.js");
  document.body.innerHTML = '<div id="sync"></div>';
  const box = document.getElementById("sync");
  const words = {
    say: (key) => key,
    plural: (key, count, values = {}) => `${key} ${count} ${values.seconds ?? ""}`.trim(),
  };
  Date.now = () => 0;
  const usual = { waiting: 0, unwritten: 0, refused: [], trouble: "", notice: "", safety: "safe" };
  window.show = (status, given) => {
    const { waiting, unwritten, refused, trouble, notice, safety, ...more } = { ...usual, ...given };
    window.done = [];
    const acts = Object.fromEntries(["retry", "saveLog", "dismiss"].map((act) => [act, () => done.push(act)]));
    const shown = {
      page: { dataset: more.proof ? { proof: more.proof } : {} },
      sync: { status, retryAt: 12400, login: more.login ?? "" },
      journal: { waiting: Array(waiting).fill({}), unwritten, refused: refused.map((text) => ({ text })), trouble },
      notice,
      safety: { state: safety },
    };
    showStatus(box, shown, words, acts);
    const texts = (selector) => [...box.querySelectorAll(selector)].map((each) => each.textContent);
    for (const button of box.querySelectorAll("button")) button.click();
    return {
      told: box.querySelector(".sync-told").firstChild.textContent,
      more: texts("p, li"),
      links: [...box.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
      done,
      marks: [box.dataset.status, box.dataset.safety],
    };
  };
}"""


@pytest.fixture
def status(scripts: Page) -> Page:
    """A page with `show`."""
    scripts.evaluate(START)
    return scripts


def shown(page: Page, status: str, **more: Any) -> dict[str, Any]:
    """What stands in the line, and what its buttons do in their order."""
    found: dict[str, Any] = page.evaluate("([status, more]) => show(status, more)", [status, more])
    return found


@pytest.mark.parametrize(
    ("status_of_sync", "none", "some"),
    [
        ("saved", "saved", "saving"),
        ("saving", "saving", "saving"),
        ("offline", "offline_none", "offline 2"),
        ("busy", "server_trouble_none", "server_busy 2 12"),
        ("broken", "server_trouble_none", "server_error 2 12"),
        ("signed_out", "signed_out", "signed_out"),
        ("forbidden", "not_yours", "not_yours"),
    ],
)
def test_it_says_what_is_on_this_device_only_and_when_the_next_try_comes(
    status: Page, status_of_sync: str, none: str, some: str
) -> None:
    assert shown(status, status_of_sync)["told"] == none
    found = shown(status, status_of_sync, waiting=2)
    assert found["told"] == some
    assert found["marks"] == ["saving" if status_of_sync == "saved" else status_of_sync, "safe"]
    cut_off = status_of_sync not in ("saved", "saving")
    assert found["done"] == (["retry", "saveLog"] if cut_off else []), "nothing may shift while a move is on its way"


@pytest.mark.parametrize(
    ("waiting", "of_sync", "told"),
    [
        (0, "saved", "saving"),
        (1, "saved", "saving"),
        (1, "offline", "saving"),
        (3, "offline", "offline 2"),
        (3, "busy", "server_busy 2 12"),
        (1, "broken", "saving"),
    ],
)
def test_what_is_not_on_the_disk_yet_is_not_called_kept(status: Page, waiting: int, of_sync: str, told: str) -> None:
    found = shown(status, of_sync, waiting=waiting, unwritten=1)
    assert found["told"] == told
    assert found["marks"][0] == ("saving" if of_sync == "saved" else of_sync)


def test_who_is_signed_out_is_led_back(status: Page) -> None:
    found = shown(status, "signed_out", waiting=1, login="/accounts/login/?next=/records/1/")
    assert found["links"] == [["sign_in", "/accounts/login/?next=/records/1/"]]


def test_what_comes_of_moves_that_arrive_together_is_told_at_a_table(status: Page) -> None:
    assert shown(status, "offline", waiting=1, proof="/proof/")["links"] == [["what_this_means", "/proof/"]]
    assert shown(status, "saved", proof="/proof/")["links"] == []
    assert shown(status, "offline", waiting=1)["links"] == []


@pytest.mark.parametrize(("trouble", "said"), [("refused", "no_storage"), ("full", "storage_full")])
def test_where_nothing_can_be_kept_the_log_can_be_saved(status: Page, trouble: str, said: str) -> None:
    found = shown(status, "saved", trouble=trouble)
    assert (found["more"], found["done"]) == ([said], ["saveLog"])


def test_what_was_refused_is_shown_until_somebody_has_seen_it(status: Page) -> None:
    found = shown(status, "saved", refused=["Ana places", "Bo passes"], notice="The hex is taken.")
    assert found["more"] == ["The hex is taken.", "refused_moves", "Ana places", "Bo passes"]
    assert found["done"] == ["dismiss", "saveLog"]
    assert shown(status, "saved", notice="Another device took over.")["done"] == ["dismiss"]


@pytest.mark.parametrize("safety", ["safe", "open", "unsafe"])
def test_it_says_whether_the_record_goes_on_without_the_network(status: Page, safety: str) -> None:
    shown(status, "saved", safety=safety)
    assert status.locator(".sync-told .text-secondary").inner_text() == f"safety_{safety}"
    shown(status, "saved", safety="starting")
    assert status.locator(".sync-told .text-secondary").count() == 0
