"""What was typed is put back into the right form, and only as values."""

from __future__ import annotations

from nabu.kept_forms.filling import fill_form

PAGE = """<main>
<form method="post" action="/other/"><input name="name" value="not this one"></form>
<details><summary>Details</summary>
<form method="post" class="card">
<input type="hidden" name="csrfmiddlewaretoken" value="fresh">
<input type="hidden" name="rows" value="1">
<input type="text" name="name" value="old" maxlength="80" required>
<input type="checkbox" name="rated" checked>
<input type="checkbox" name="day" value="sat"><input type="checkbox" name="day" value="sun">
<input type="radio" name="kind" value="a" checked><input type="radio" name="kind" value="b">
<select name="size"><option value="2" selected>two</option><option value="3">three</option></select>
<textarea name="note">
old</textarea>
<input type="password" name="secret"><input type="file" name="log">
<button name="do" value="add">Add</button>
</form></details></main>"""


def fill(**kept: list[str]) -> str:
    filled = fill_form(PAGE, "/here/", "/here/", kept)
    assert filled is not None
    assert filled.html[filled.at :].startswith('<form method="post" class="card">')
    return filled.html


def test_every_kind_of_control_has_what_was_typed() -> None:
    html = fill(rows=["1"], name=["new"], day=["sun"], kind=["b"], size=["3"], note=["one\ntwo"])
    assert '<input type="text" name="name" maxlength="80" required value="new">' in html
    assert '<input type="checkbox" name="rated">' in html  # a box that is not ticked sends nothing
    assert '<input type="checkbox" name="day" value="sun" checked>' in html
    assert '<input type="radio" name="kind" value="b" checked>' in html
    assert '<option value="3" selected>' in html
    assert html.count("selected") == 1
    assert '<textarea name="note">\none\ntwo</textarea>' in html
    assert "not this one" in html


def test_the_token_of_the_page_stays_and_neither_passwords_nor_buttons_come_back() -> None:
    html = fill(csrfmiddlewaretoken=["stolen"], name=["x"], secret=["pass"], do=["add"])
    assert "stolen" not in html
    assert "fresh" in html
    assert '<input type="password" name="secret">' in html
    assert '<input type="hidden" name="do"' not in html


def test_a_value_never_becomes_markup() -> None:
    wrong = '"></textarea><script>alert(1)</script>'
    html = fill(name=[wrong], note=[wrong], added=[wrong], size=[wrong], **{'"><script>': ["x"]})
    assert "<script" not in html


def test_what_has_no_control_is_sent_along_and_the_folded_part_is_opened() -> None:
    html = fill(rows=["2"], name=["x"], name_2=["second row"])
    assert '<input type="hidden" name="name_2" value="second row">' in html
    assert '<input type="hidden" name="rows" value="2">' in html
    assert "<details open>" in html


def test_of_forms_with_the_same_address_it_is_the_one_that_sent_it() -> None:
    one, two = (f'<form method="post" action="x/"><input type="hidden" name="seat" value="{at}">' for at in (1, 2))
    ends = '<input name="to"></form>'
    filled = fill_form(f"{one}{ends}{two}{ends}", "/page/", "/page/x/", {"seat": ["2"], "to": ["7"]})
    assert filled is not None
    assert filled.at == len(one + ends)
    assert filled.html.count('value="7"') == 1


def test_only_a_button_was_pressed() -> None:
    filled = fill_form('<form method="post"><input type="hidden" name="a"></form>', "/p/", "/p/", {"a": ["1"]})
    assert filled is not None
    assert not filled.typed


def test_a_page_without_the_form() -> None:
    assert fill_form(PAGE, "/here/", "/elsewhere/", {"name": ["x"]}) is None
    assert fill_form('<form action="/here/"></form>', "/here/", "/here/", {"name": ["x"]}) is None
