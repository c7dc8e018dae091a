"""Forms of tournaments: names, days, clocks, house rules. The stages are in
`nabu.contests.tournaments.setup.stage_forms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.clock import MOST_MINUTES
from competition.formats import StageSpec
from engine.game import Game
from nabu.accounts.players.models import User
from nabu.catalogue.games.queries import offered_sets
from nabu.catalogue.games.switch_form import SwitchForm
from nabu.catalogue.games.words import ruleset_words
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import in_short
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.queries import clubs_to_organise_for
from nabu.contests.matches.proof import REACHED, Proof
from nabu.contests.tournaments.entering import FEWEST_PLACES, MOST_ENTRIES
from nabu.contests.tournaments.models import (
    CURRENCY_LENGTH,
    DEFAULT_WATCH_DELAY,
    FEWEST_EXPECTED,
    MOST_EXPECTED,
    MOST_FEE,
    MOST_WATCH_DELAY,
    Tournament,
)
from nabu.contests.tournaments.permissions import is_owner
from nabu.contests.tournaments.rated_status import offers_rated
from nabu.contests.tournaments.setup.presets import DEFAULT_PRESET, USUAL_PLAYERS
from nabu.contests.tournaments.setup.services import BEFORE, check_days
from nabu.contests.tournaments.setup.stage_forms import StageForms, rearranges
from nabu.contests.tournaments.stale import Value, put_value
from nabu.contests.tournaments.variants import tried_variants, variants_to_try
from nabu.core.errors import Refused
from nabu.core.forms import TablerForm
from nabu.core.sentences import sentence

NAME_LENGTH = Tournament._meta.get_field("name").max_length
PLACE_LENGTH = Tournament._meta.get_field("place").max_length


LEVELS = [(level.value, level.label) for level in REACHED]


class NameForm(TablerForm):
    """What may be changed at any time."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    starts_on = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    starts_at = forms.TimeField(
        label=gettext_lazy("Time"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("Only for an event of several days."),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    place = forms.CharField(label=gettext_lazy("Venue"), required=False, max_length=PLACE_LENGTH)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=5000,
        help_text=gettext_lazy("Information for players."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    fee = forms.DecimalField(
        label=gettext_lazy("Entry fee"),
        help_text=gettext_lazy("You keep track of who has paid. Nabu takes no payments."),
        required=False,
        min_value=Decimal("0.01"),
        max_value=MOST_FEE,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
    )
    fee_currency = forms.CharField(
        label=gettext_lazy("Currency"),
        help_text=gettext_lazy("Of the entry fee and the prizes."),
        required=False,
        max_length=CURRENCY_LENGTH,
        widget=forms.TextInput(attrs={"placeholder": "EUR"}),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Round length (minutes)"),
        help_text=gettext_lazy("0: no clock."),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=0,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    no_show_minutes = forms.IntegerField(
        label=gettext_lazy("No-show after (minutes)"),
        help_text=gettext_lazy("How long a table waits for a missing player."),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=15,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    watchable = forms.BooleanField(
        label=gettext_lazy("Live view of recorded games"),
        help_text=gettext_lazy("For everybody who can see the tournament. Hidden tokens and cards are never shown."),
        required=False,
        initial=True,
    )
    watch_delay = forms.IntegerField(
        label=gettext_lazy("Live delay (minutes)"),
        help_text=gettext_lazy("Spectators see each move this much later. 0: no delay."),
        min_value=0,
        max_value=MOST_WATCH_DELAY,
        initial=DEFAULT_WATCH_DELAY,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    self_drop = forms.BooleanField(label=gettext_lazy("Players can drop out themselves"), required=False, initial=True)
    ratings_need = forms.ChoiceField(
        label=gettext_lazy("Proof required for ratings"),
        help_text=gettext_lazy("Games with a lower level of proof are not rated."),
        choices=LEVELS,
        initial=Proof.AGREED,
    )
    statistics_need = forms.ChoiceField(
        label=gettext_lazy("Proof required for statistics"),
        help_text=gettext_lazy("Games with a lower level of proof are not in the statistics."),
        choices=LEVELS,
        initial=Proof.REPLAYED,
    )

    def __init__(self, *args: Any, account: User, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if offers_rated(account, tournament):
            self.fields["rated"] = forms.BooleanField(
                label=_("Rated"),
                help_text=_("Games count for the ratings once you approve them, if everybody at the table agreed."),
                required=False,
                initial=True,
            )
        if tournament is None or is_owner(account, tournament):
            self._offer_clubs(account, tournament)

    def _offer_clubs(self, account: User, tournament: Tournament | None) -> None:
        clubs = Club.objects.filter(
            Q(pk__in=clubs_to_organise_for(account).values("pk")) | Q(pk=tournament.club_id if tournament else None)
        )
        if clubs.exists():
            self.fields["club"] = forms.ModelChoiceField(
                label=_("Organised for"),
                help_text=_("Club members can see the draft and help run the tournament."),
                queryset=clubs,
                required=False,
                empty_label=_("no club"),
            )

    def clean(self) -> dict[str, Any]:
        """A fee has a currency, and the days of an event follow each other."""
        cleaned = super().clean() or {}
        if not {"starts_on", "ends_on"} & set(self.errors):
            try:
                check_days(cleaned.get("starts_on"), cleaned.get("ends_on"))
            except Refused as refusal:
                self.add_error("ends_on", refusal.message)
        if cleaned.get("fee") is not None and not cleaned.get("fee_currency") and "fee_currency" not in self.errors:
            self.add_error("fee_currency", _("Enter the currency of the entry fee, for example EUR."))
        return cleaned


class TournamentForm(NameForm):
    """A tournament of one game that has not started."""

    def __init__(
        self, *args: Any, game: Game, account: User, tournament: Tournament | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, account=account, tournament=tournament, **kwargs)
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Ruleset"), choices=[(name, ruleset_words(name)) for name in game.rulesets]
        )
        self.fields["components"] = forms.ChoiceField(
            label=_("Edition"),
            help_text=_(
                "The contents of the box. The game's page shows how reliable the data is and accepts corrected sets."
            ),
            choices=offered_sets(game, tournament.components if tournament else ""),
        )
        self.fields["self_check_in"] = forms.BooleanField(label=_("Self check-in"), required=False, initial=True)
        self.fields["same_club"] = forms.ChoiceField(
            label=_("Club mates"), required=False, choices=Tournament.SameClub.choices
        )
        self.fields["share_prizes"] = forms.BooleanField(
            label=_("Players with equal points share their prizes"),
            help_text=_("Otherwise the tie-breaks decide."),
            required=False,
            initial=True,
        )
        self.fields["registration"] = forms.BooleanField(
            label=_("Self-registration"),
            help_text=_("Makes the tournament and its players public now."),
            required=False,
        )
        self.fields["registration_opens_at"] = _moment(_("Registration opens"), _("Empty: now."))
        self.fields["registration_closes_at"] = _moment(
            _("Registration closes"), _("Empty: when the tournament starts.")
        )
        self.fields["capacity"] = forms.IntegerField(
            label=_("Capacity"),
            help_text=_("Further players go on a waiting list and move up automatically. Empty: no limit."),
            required=False,
            min_value=FEWEST_PLACES,
            max_value=MOST_ENTRIES,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
        self.fields["expected_players"] = forms.IntegerField(
            label=_("Expected players"),
            help_text=_("Sets the number of rounds. A rough estimate is enough."),
            required=False,
            min_value=FEWEST_EXPECTED,
            max_value=MOST_EXPECTED,
            initial=USUAL_PLAYERS,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
        self.fields["registration_approval"] = forms.BooleanField(
            label=_("Registrations need approval"), required=False
        )
        self.offered = {variant.pk: variant for variant in variants_to_try(game, tournament)}
        self.fields["variants"] = forms.TypedMultipleChoiceField(
            label=_("Variants"),
            choices=[
                (variant.pk, f"{variant.title} ({short})")
                for variant, short in zip(self.offered.values(), in_short(list(self.offered.values())), strict=True)
            ],
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    @property
    def tries(self) -> int:
        """How many variants are chosen, so that the folded list can say so."""
        return len(self["variants"].value() or [])

    def values(self) -> dict[str, Any]:
        """What was filled in, by the names of the tournament's fields."""
        chosen = [self.offered[pk] for pk in self.cleaned_data["variants"]]
        return self.cleaned_data | {"variants": chosen}


class TournamentForms:
    """The forms of a draft on one page: name and rules, the stages, the house rules.

    `rearranged`: a button of the chain of stages was pressed, so nothing is saved and nothing has to be right yet.
    `rules`: a variant that a new tournament begins with; else it begins as the usual kind of event.
    """

    def __init__(
        self,
        game: Game,
        account: User,
        data: QueryDict | None = None,
        tournament: Tournament | None = None,
        stages: Sequence[StageSpec] = (),
        rules: Variant | None = None,
    ) -> None:
        self.game = game
        self.rearranged = data is not None and rearranges(data)
        initial: dict[str, Any] = {"components": game.component_sets[0], "ruleset": game.rulesets[0]}
        initial |= DEFAULT_PRESET.settings
        if rules:
            initial |= {"components": rules.components, "ruleset": rules.ruleset}
        if tournament:
            names = [*NameForm.base_fields, "ruleset", "components", *sorted(BEFORE)]
            initial = {name: getattr(tournament, name) for name in names} | {
                "club": tournament.club_id,
                "rated": tournament.rated,
                "variants": [variant.pk for variant in tried_variants(tournament)],
            }
        sent = None if self.rearranged else data
        self.main = TournamentForm(sent, game=game, account=account, tournament=tournament, initial=initial)
        switches = tournament.switches if tournament else rules.switches if rules else None
        self.switches = SwitchForm(sent, game=game, switches=switches, prefix="rule")
        if data is None:
            usual = DEFAULT_PRESET.stages(game.player_counts, max(game.player_counts), USUAL_PLAYERS)
            self.stages = StageForms.showing(stages or usual)
        elif self.rearranged:
            keep_typed(self.main, data)
            keep_typed(self.switches, data)
            self.stages = StageForms.after(data, game.player_counts)
        else:
            self.stages = StageForms.sent(data)

    def __iter__(self) -> Iterator[TablerForm]:
        return iter((self.main, *self.stages.forms, self.switches))

    def titled(self) -> list[tuple[str, TablerForm]]:
        """The forms with what each is called where fields of all of them are listed."""
        stages = [(_("Stage %(number)s") % {"number": at}, form) for at, form in enumerate(self.stages.forms, start=1)]
        return [("", self.main), *stages, (_("House rules"), self.switches)]

    def chain(self) -> dict[str, Value]:
        """The formats of the stages as one value, since they change together."""
        formats = [form.fmt for form in self.stages.forms]
        shown = " → ".join(sentence(fmt.title) for fmt in formats)
        return {"stages": Value(_("Stages"), " ".join(fmt.key for fmt in formats), shown)}

    def take_chain(self, fresh: TournamentForms) -> None:
        """Show the stages that somebody else has saved meanwhile, with what was typed for those that are the same."""
        data: Any = self.main.data
        data = data.copy()
        typed = [form.fmt for form in self.stages.forms]
        data["stages"] = str(len(fresh.stages))
        for form in fresh.stages.forms:
            same = form.number <= len(typed) and typed[form.number - 1] == form.fmt
            data[form.add_prefix("drawn")] = form.fmt.key
            for name, field in form.fields.items():
                if not (same and form.add_prefix(name) in data):
                    value = field.prepare_value(form.get_initial_for_field(field, name))
                    put_value(data, form.add_prefix(name), field.widget, value)
        self.stages = StageForms.sent(data)

    def is_valid(self) -> bool:
        """All of them, so that every error is shown at once."""
        return sum(not form.is_valid() for form in self) == 0

    @property
    def wrong(self) -> set[str]:
        """The names of the fields that are wrong; of the forms behind the first one only that there are any."""
        others = any(form.errors for form in (*self.stages.forms, self.switches))
        return {*self.main.errors, *({"stages"} if others else ())}

    def values(self) -> dict[str, Any]:
        """What `TournamentSpec` and `update_tournament` take, without the game."""
        return self.main.values() | {"switches": self.switches.chosen(), "stages": self.stages.specs()}


def _moment(label: str, help_text: str) -> forms.DateTimeField:
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    return forms.DateTimeField(label=label, help_text=help_text, required=False, widget=widget)


def keep_typed(form: forms.Form, data: QueryDict) -> None:
    """Show in an unbound form what was typed, without saying that it is wrong."""
    for name, field in form.fields.items():
        key = form.add_prefix(name)
        if not field.widget.value_omitted_from_data(data, {}, key):
            form.initial[name] = field.widget.value_from_datadict(data, {}, key)
