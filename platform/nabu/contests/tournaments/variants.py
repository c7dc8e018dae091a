"""What is played at a table, and the variants that a tournament tries against each other.

What changes something here runs inside the transaction of its caller, who has locked the tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from engine.game import Game
from nabu.catalogue.variants.draw import drawn_variants, order_of_variants
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import in_short
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Tournament, TriedVariant
from nabu.contests.tournaments.queries import draw_seed_of
from nabu.core.errors import Refused

FEWEST, MOST = 2, 4


def rules_of(table: Table) -> Variant | Tournament:
    """What is played at a table: its variant, else the rules of its tournament."""
    return table.variant or table.round.stage.tournament


def variants_at(tables: Iterable[Table]) -> list[tuple[Variant, str]]:
    """The variants that are played at these tables, by name, each with its differences in one line."""
    found = {table.variant.pk: table.variant for table in tables if table.variant}
    variants = sorted(found.values(), key=lambda each: each.name)
    return list(zip(variants, in_short(variants), strict=True))


def tried_variants(tournament: Tournament) -> list[Variant]:
    """The variants that the tournament tries, in the order of their names; none: its own rules are played."""
    return list(Variant.objects.filter(tried_in__tournament=tournament).order_by("name_key", "pk"))


def variants_to_try(game: Game, tournament: Tournament | None) -> list[Variant]:
    """The variants that a draft may choose, by name: those that are offered, and those that it has chosen already."""
    kept = Variant.objects.filter(tried_in__tournament=tournament).values("pk") if tournament else ()
    found = Variant.objects.filter(Q(retired_at=None) | Q(pk__in=kept), game=game.key)
    return list(found.order_by("name_key", "pk"))


def try_variants(tournament: Tournament, variants: Sequence[Variant]) -> None:
    """Let a draft try these variants, or none. One that was chosen before may have been retired since.

    Raises Refused.
    """
    before = {trial.variant_id: trial for trial in tournament.tried_variants.all()}
    wanted = Variant.objects.in_bulk([variant.pk for variant in variants])
    if wanted and not FEWEST <= len(wanted) <= MOST:
        raise Refused(
            _("A tournament tests %(fewest)s to %(most)s variants, or none.") % {"fewest": FEWEST, "most": MOST}
        )
    for variant in wanted.values():
        if variant.game != tournament.game:
            raise Refused(_("“%(name)s” is a variant of another game.") % {"name": variant.name})
        if variant.retired_at is not None and variant.pk not in before:
            raise Refused(_("The variant “%(name)s” is retired. Choose another one.") % {"name": variant.name})
    tournament.tried_variants.exclude(variant__in=wanted).delete()
    TriedVariant.objects.bulk_create(
        TriedVariant(tournament=tournament, variant=variant) for pk, variant in wanted.items() if pk not in before
    )


def draw_variants(round_: Round) -> dict[str, str]:
    """Give each table of a round that is published its variant by lot, if the tournament tries some. Byes have none.

    Returns the names of the variants by table, as the audit trail shows them.
    """
    tried = tried_variants(round_.stage.tournament)
    if not tried:
        return {}
    tables = Table.objects.filter(round=round_, is_bye=False)
    sizes = dict(tables.annotate(size=Count("seats")).values_list("number", "size"))
    drawn = drawn_variants(draw_seed_of(round_.stage), round_.number, sizes, [variant.pk for variant in tried])
    for variant in tried:
        tables.filter(number__in=[number for number, pk in drawn.items() if pk == variant.pk]).update(variant=variant)
    names = {variant.pk: variant.name for variant in tried}
    return {str(number): names[pk] for number, pk in sorted(drawn.items())}


def variant_of_late_table(round_: Round) -> Variant | None:
    """For a table that a correction adds to a published round: what is played least there, the first by lot of these.

    None for a draft, which has its draw before it, and where nothing is tried.
    """
    tried = {variant.pk: variant for variant in tried_variants(round_.stage.tournament)}
    if not tried or round_.status == Round.Status.DRAFT:
        return None
    played = Counter(round_.tables.values_list("variant", flat=True))
    order = order_of_variants(draw_seed_of(round_.stage), round_.number, list(tried))
    return tried[min(order, key=lambda pk: played[pk])]


def clear_variants(round_: Round) -> None:
    """A round that is a draft again has no variants; published again, the same tables get the same ones."""
    Table.objects.filter(round=round_).exclude(variant=None).update(variant=None)
