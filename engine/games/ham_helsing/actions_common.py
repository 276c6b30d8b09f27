"""Domains that many verbs share, and conditions that hold always."""

from __future__ import annotations

from engine.actions import Domain
from engine.games.ham_helsing.components import CARDS, LOCATIONS, MINIONS, SEATS
from engine.games.ham_helsing.schema_words import COLOURS, SLOTS
from engine.games.ham_helsing.state import HamHelsing

CARD = Domain("card", range(CARDS), "card")
PLACE = Domain("place", (*SLOTS, "star"))
COLOUR_DOMAIN = Domain("colour", COLOURS)
LOCATION = Domain("location", range(LOCATIONS), "location")
MINION = Domain("minion", range(MINIONS), "token")
CHARACTER = Domain("who", range(SEATS), "who")
DIE = Domain("die", range(2))


def one_choice(state: HamHelsing) -> list[int]:
    """Always open."""
    return [0]
