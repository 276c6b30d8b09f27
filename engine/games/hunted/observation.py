"""What the player sees beyond the face-up table: the cards an effect looks at, while it does.

The deck and the Finale pile show their sizes only: backs tell no type (HU-COMP-04).
"""

from __future__ import annotations

from typing import cast

from engine.fields import Json
from engine.games.hunted.components import SCRY
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import running


def show_looked_at(state: Hunted, seat: int, shown: dict[str, Json]) -> dict[str, Json]:
    """Cards looked at and not yet put back, top first; `unknown` for one still face down."""
    names = state.rules.names["cards"]
    looked = state.deck[state.fx_at : state.fx_n] if running(state).op == SCRY else []
    words = [names[slot] if slot < CARDS else "unknown" for slot in looked]
    return {**shown, "looked_at": cast(Json, words)}
