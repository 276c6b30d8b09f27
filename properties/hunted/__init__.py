"""Hunted as a second witness sees it: invariants by clause, from the rulebook alone.

HUI: the invariants of the catalogue.  HUL: nothing changes but by an event.  HUM: metamorphic.
HUT: the phase table.  HUR: what a campaign must meet.  Nothing here imports or copies the rules:
it reads fields, rows, verbs and events by name, and the cards by its own book.
"""

from properties.hunted.actions import *  # noqa: F403
from properties.hunted.aftermath import *  # noqa: F403
from properties.hunted.combat import *  # noqa: F403
from properties.hunted.content import *  # noqa: F403
from properties.hunted.deck import *  # noqa: F403
from properties.hunted.effects import *  # noqa: F403
from properties.hunted.fight import *  # noqa: F403
from properties.hunted.finale import *  # noqa: F403
from properties.hunted.ledger import *  # noqa: F403
from properties.hunted.locations import *  # noqa: F403
from properties.hunted.metamorphic import *  # noqa: F403
from properties.hunted.offers import *  # noqa: F403
from properties.hunted.seen import *  # noqa: F403
from properties.hunted.setup import *  # noqa: F403
from properties.hunted.table import *  # noqa: F403
from properties.hunted.tally import *  # noqa: F403
from properties.hunted.zones import *  # noqa: F403
