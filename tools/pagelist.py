"""The moments of a page as HTML that needs no script: an ordered list, and the clauses it names.

Every text goes through `escape`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from engine.clauses import Catalogue
from tools.atoms import Atom, Atoms, Value
from tools.moments import SET_UP, Moment

CLAUSE = "c."  # before a clause in an address within the page
SHOWN_MAX = 6  # texts of a list that are told in a change


def address(number: int, side: str) -> str:
    """The address of a moment within the page: `ply=12`, of the second game `b.ply=12`."""
    return side + ("start" if number == SET_UP else f"ply={number}")


def list_html(
    moments: Sequence[Moment], before: Moment | None, side: str, label: str
) -> str:
    """An ordered list of moments; `before` is the one that the first of them follows."""
    items = []
    last = before.round if before is not None else ""
    for moment in moments:
        head = moment.round if moment.round != last else ""
        last = moment.round or last
        items.append(_item(moment, before, head, side))
        before = moment
    return f'<ol class="plies" aria-label="{escape(label)}">\n' + "\n".join(items) + "\n</ol>"


def _item(moment: Moment, before: Moment | None, head: str, side: str) -> str:
    """One moment; `head` stands over it where a round begins."""
    place = address(moment.number, side)
    looks = [name for name, on in (("chance", moment.chance), ("bad", bool(moment.findings))) if on]
    mark = f' class="{" ".join(looks)}"' if looks else ""
    number = "" if moment.number == SET_UP else f"<i>{moment.number}</i> "
    where = ", ".join(filter(None, (moment.row, moment.who)))
    line = f'{number}<b>{escape(moment.action)}</b> <span>{escape(where)}</span>'
    over = f"<h3>{escape(head)}</h3>" if head else ""
    parts = [f'<li id="{place}"{mark}>{over}<a href="#{place}">{line}</a><div>']
    parts += _rest(moment)
    told = changes_text(before.shown if before else {}, moment.shown) if before else ""
    if told:
        parts.append(f"<p class=ch>{told}</p>")
    return "".join(parts) + "</div></li>"


def _rest(moment: Moment) -> Iterator[str]:
    """Odds, findings, remarks, events under the action, then the clauses that no event names."""
    if moment.odds:
        yield f"<p class=od>{escape(moment.odds)}</p>"
    for kind, texts in (("bad", moment.findings), ("note", moment.notes)):
        yield from (f"<p class={kind}>{escape(text)}</p>" for text in texts)
    if moment.events:
        told = (f"<em>{escape(kind)}</em> {escape(facts)}{clause_links(clauses)}"
                for kind, facts, clauses in moment.events)  # fmt: skip
        yield "<ul>" + "".join(f"<li>{text}</li>" for text in told) + "</ul>"
    if moment.clauses:
        yield f"<p class=cl>{clause_links(moment.clauses).strip()}</p>"


def clause_links(clauses: Iterable[str]) -> str:
    """Links to the text of clauses, each after a space."""
    return "".join(f' <a href="#{CLAUSE}{escape(ident)}">{escape(ident)}</a>' for ident in clauses)


# ---- what changed ----


def changes_text(before: Atoms, after: Atoms) -> str:
    """Fields that differ, as HTML: `health 9 → 7`, and of lists what went and came."""
    found = []
    for atom in dict.fromkeys((*after, *before)):
        one, other = before.get(atom), after.get(atom)
        if one != other:
            found.append(f"{escape(_name(atom))} {escape(_change(one, other))}")
    return "; ".join(found)


def _name(atom: Atom) -> str:
    return " ".join(filter(None, atom))


def _change(one: Value | None, other: Value | None) -> str:
    if isinstance(one, tuple) or isinstance(other, tuple):
        return _moved(*(item if isinstance(item, tuple) else () for item in (one, other)))
    return f"{'–' if one is None else one} → {'–' if other is None else other}"


def _moved(one: Sequence[str], other: Sequence[str]) -> str:
    gone, come = _without(one, other), _without(other, one)
    if not gone and not come:
        return "in another order"
    return " ".join(_signed("−", gone) + _signed("+", come))


def _signed(sign: str, texts: Sequence[str]) -> list[str]:
    more = [f"{sign}{len(texts) - SHOWN_MAX} more"] if len(texts) > SHOWN_MAX else []
    return [sign + text for text in texts[:SHOWN_MAX]] + more


def _without(these: Sequence[str], those: Sequence[str]) -> list[str]:
    """What of a list is not in the other, as often as it is more there."""
    left = list(those)
    found = []
    for text in these:
        if text in left:
            left.remove(text)
        else:
            found.append(text)
    return found


# ---- clauses ----


def cited(moments: Iterable[Moment], catalogue: Catalogue) -> list[str]:
    """The clauses that moments name, in the order of the rulebook."""
    named: set[str] = set()
    for moment in moments:
        named.update(moment.clauses)
        for *_, clauses in moment.events:
            named.update(clauses)
    return [ident for ident in catalogue.ids() if ident in named]


def clauses_html(idents: Iterable[str], catalogue: Catalogue) -> str:
    """The text of clauses, each at its address."""
    found = []
    for ident in idents:
        clause = catalogue[ident]
        section = f" <small>{escape(clause.section)}</small>" if clause.section else ""
        found.append(f'<div id="{CLAUSE}{escape(ident)}"><dt>{escape(ident)}{section}</dt>'
                     f"<dd>{escape(clause.rule)}</dd></div>")  # fmt: skip
    return "<dl>\n" + "\n".join(found) + "\n</dl>"
