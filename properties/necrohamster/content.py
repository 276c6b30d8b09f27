"""What every content pack holds (2.1): cards with their fields, and the three that are printed."""

from __future__ import annotations

from engine.content import Pack, Row
from properties.invariant import Verdict, content_check
from properties.necrohamster.book import inner, number, rows_in

TYPES = ("skeleton", "spirit", "zombie")
ABILITIES = ("instant", "continuous", "attack", "none")
CREATURE = ("id", "name", "type", "cost", "points", "copies", "ability")
ARTEFACT = ("id", "name", "points", "ability")
TITLE = ("id", "name", "points", "needs")
# What a pack may say of any row beside its facts, and a creature of the artefact tied to it.
BESIDE = ("text", "clause", "origin", "artefact")
OPS = {
    "instant": ("draw", "discard_hand", "return_from_discard", "extra_summon", "gain_artefact"),
    "attack": ("discard_hand", "discard_creature", "steal_creature"),
    "continuous": ("on_summon_draw", "draw_phase_bonus", "cost_mod", "points_per",
                   "immune_attack"),
    "none": (),
}  # fmt: skip


def _row(pack: Pack, table: str, ident: str) -> Row | None:
    return next((row for row in pack.rows_of(table) if row["id"] == ident), None)


def _effects(row: Row) -> list[Row]:
    return rows_in(inner(row, "ability"), "effects")


def _fields(pack: Pack, table: str, wanted: tuple[str, ...], beside: tuple[str, ...]) -> Verdict:
    """Whether every row has its fields and no others, and a name of its own."""
    names: list[object] = []
    for row in pack.rows_of(table):
        missing = [field for field in wanted if field not in row or row[field] == ""]
        others = [field for field in row if field not in (*wanted, *beside)]
        if missing or others or row["name"] in names:
            return f"{table} {row.get('id')}: missing {missing}, beside {others}, or a name twice"
        names.append(row["name"])
    return True


@content_check("NHI-32", "NH-CARD-01")
def creatures_state_six_things(pack: Pack) -> Verdict:
    """A creature has type, cost, name, kind of ability, its effects and points, and copies."""
    for row in pack.rows_of("creature"):
        if min(number(row, "cost", -1), number(row, "points", -1), number(row, "copies") - 1) < 0:
            return f"{row['id']}: cost, points or copies are missing or below what can be"
    return _fields(pack, "creature", CREATURE, BESIDE)


@content_check("NHI-32", "NH-CARD-03")
def artefacts_have_neither_type_nor_cost(pack: Pack) -> Verdict:
    """An artefact has a name, a lasting ability and points, and neither type nor cost."""
    for row in pack.rows_of("artefact"):
        if inner(row, "ability")["kind"] not in ("continuous", "none"):
            return f"{row['id']} has an ability that is carried out when played"
    return _fields(pack, "artefact", ARTEFACT, BESIDE[:3])


@content_check("NHI-32", "NH-CARD-05")
def titles_have_prerequisites(pack: Pack) -> Verdict:
    """A title has a name, at least one prerequisite and points."""
    for row in pack.rows_of("title"):
        if not row.get("needs") or any(number(need, "min") < 1 for need in rows_in(row, "needs")):
            return f"{row['id']} wants nothing"
    return _fields(pack, "title", TITLE, BESIDE[:3])


@content_check("NHI-32", "NH-TYPE-01")
def types_are_three(pack: Pack) -> Verdict:
    """A creature is a skeleton, a spirit or a zombie, and so is whatever a card asks for."""
    for row in pack.rows_of("creature"):
        asked = [inner(effect, "filter").get("type", "zombie") for effect in _effects(row)]
        if any(found not in TYPES for found in (row["type"], *asked)):
            return f"{row['id']} is or asks for a type that is none"
    needs = [need for row in pack.rows_of("title") for need in rows_in(row, "needs")]
    return all(need.get("type", "zombie") in TYPES for need in needs)


@content_check("NHI-32", "NH-ABIL-01", "NH-ABIL-02", "NH-ABIL-03")
def effects_fit_the_kind_of_ability(pack: Pack) -> Verdict:
    """Instants, attacks and lasting abilities have effects of their own vocabulary."""
    for row in (*pack.rows_of("creature"), *pack.rows_of("artefact")):
        kind = str(inner(row, "ability")["kind"])
        ops = [str(effect["op"]) for effect in _effects(row)]
        if kind not in ABILITIES or any(op not in OPS[kind] for op in ops):
            return f"{row['id']}: {ops} in an ability of kind {kind}"
        if bool(ops) == (kind == "none"):
            return f"{row['id']}: an ability of kind {kind} with effects {ops}"
    return True


@content_check("NHI-32", "NH-ART-01", "NH-SETUP-08")
def artefacts_and_creatures_are_tied(pack: Pack) -> Verdict:
    """A creature gains exactly the artefact it names, and each artefact is named by one."""
    named: list[object] = []
    for row in pack.rows_of("creature"):
        gained = [effect["artefact"] for effect in _effects(row) if effect["op"] == "gain_artefact"]
        if gained[:1] != ([row["artefact"]] if "artefact" in row else []):
            return f"{row['id']} names {row.get('artefact')}, and gains {gained}"
        named += gained
    return all(ident in named for ident in pack.ids("artefact"))


@content_check("NHI-30", "NH-CARD-02")
def zombie_mouse_is_as_printed(pack: Pack) -> Verdict:
    """Zombie Mouse: a zombie of cost 1, an instant that draws 1, worth 2."""
    row = _row(pack, "creature", "zombie_mouse")
    if row is None:
        return None
    facts = (row["type"], row["cost"], row["points"], inner(row, "ability")["kind"])
    draws = [(effect["op"], effect["n"]) for effect in _effects(row)]
    return facts == ("zombie", 1, 2, "instant") and draws == [("draw", 1)]


@content_check("NHI-30", "NH-CARD-04")
def the_trident_is_as_printed(pack: Pack) -> Verdict:
    """Devil's Trident: lasting, a card at each summon, worth 1."""
    row = _row(pack, "artefact", "devils_trident")
    if row is None:
        return None
    effects = [(effect["op"], effect["n"]) for effect in _effects(row)]
    kind = inner(row, "ability")["kind"]
    return (kind, row["points"], effects) == ("continuous", 1, [("on_summon_draw", 1)])


@content_check("NHI-30", "NH-CARD-06")
def lord_of_beasts_is_as_printed(pack: Pack) -> Verdict:
    """Lord of Beasts: three creatures of cost four or more in play, worth 7."""
    row = _row(pack, "title", "lord_of_beasts")
    if row is None:
        return None
    needs = [dict(need) for need in rows_in(row, "needs")]
    return row["points"] == 7 and needs == [{"zone": "area", "min": 3, "min_cost": 4}]


@content_check("NHI-30", "NH-SETUP-02", "NH-SETUP-04", "NH-DRAW-03", "NH-END-01")
def stated_numbers_are_the_rulebooks(pack: Pack) -> Verdict:
    """Hands of five, three draws, an end at the eighth creature, a title more than players."""
    keys = ("opening_hand", "draws", "last_creature", "spare_titles")
    found = [number(pack.constants, key, -1) for key in keys]
    return found == [5, 3, 8, 1] or f"{dict(zip(keys, found, strict=True))}"


@content_check("NHI-33", "NH-SETUP-10")
def cards_suffice_for_two(pack: Pack) -> Verdict:
    """There are titles for two players, and cards for their hands and a first draw phase."""
    cards = sum(number(row, "copies") for row in pack.rows_of("creature"))
    return len(pack.rows_of("title")) >= 3 and cards >= 2 * (5 + 3)
