"""The page of the setup, before the first move."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.bags import SetupPart
from engine.game import BadSetup
from engine.table.pieces import Pieces
from nabu.board.records import services
from nabu.board.records.access import for_writers, instead_of_recording, to_record
from nabu.board.records.chance_form import ChanceForm
from nabu.board.records.models import Record
from nabu.board.records.playing import Recording, recording_of
from nabu.board.records.setup.forms import FORM, SetupForm
from nabu.board.records.setup.texts import script_texts
from nabu.contests.results.reporters import Reporter
from nabu.core.errors import Refused
from nabu.core.sentences import sentence
from nabu.web.pages import perform


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def setup(request: HttpRequest, record: Record, person: Reporter) -> HttpResponse:
    """What lies on the table: entered, or dealt here."""
    recording = recording_of(record)
    if record.status != Record.Status.OPEN or not services.is_unbegun(recording):
        messages.error(request, _("The game has begun. Undo all moves to change the setup."))
        return to_record(record)
    parts = _parts(recording)
    initial = {"chance": record.header["chance"]}
    make = partial(
        SetupForm,
        game=recording.game.game,
        at_table=record.table_id is not None,
        parts=parts,
        setup=record.header["setup"],
        unseen=not services.is_set_up(recording),
        initial=initial,
    )
    if request.method != "POST":
        return _page(request, recording, person, make())
    if request.POST.get("deal"):
        dealt = services.random_setup(record.header, len(recording.names))
        asked = ChanceForm(request.POST, game=recording.game.game, at_table=record.table_id is not None)
        chance = asked.chance if asked.is_valid() else ""
        perform(request, partial(services.set_setup, person, record, dealt, chance, dealt=True), _("Setup dealt."))
        return redirect("records:setup", record.public_id)
    form = make(request.POST)
    if form.is_valid():
        try:
            services.set_setup(person, record, form.filled(), form.chance)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return to_record(record)
    return _page(request, recording, person, form)


def _parts(recording: Recording) -> tuple[SetupPart, ...]:
    """What the game lets people lay out; nothing where it does not say."""
    game = recording.game
    ruleset = game.game.ruleset(game.header.ruleset, game.header.switches)
    try:
        return game.game.setup_parts(game.players, ruleset, game.components)
    except BadSetup:
        return ()


def _page(request: HttpRequest, recording: Recording, person: Reporter, form: SetupForm) -> HttpResponse:
    game = recording.game
    pieces = Pieces(game.game, game.components)
    parts = form.for_script(pieces)
    context = {
        "record": recording.record,
        "tournament": recording.record.table.round.stage.tournament if recording.record.table else None,
        "title": game.game.title,
        "names": recording.names,
        "form": form,
        "form_id": FORM,
        "given": {
            "record": recording.record.public_id,
            "unseen": form.unseen,
            "parts": parts,
            "pieces": pieces.to_json(),
        },
        "instead": instead_of_recording(recording.record, person),
        "svg": game.at(0).screen_picture(recording.names, say=sentence),
        "texts": script_texts(),
    }
    return render(request, "board/records/setup/setup.html", context)
