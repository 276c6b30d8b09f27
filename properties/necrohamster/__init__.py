"""The Necrohamster as a second witness sees it: invariants by clause, from the rulebook alone.

NHI: the invariants of the catalogue.  NHL: nothing changes but by an event.  NHM: metamorphic.
NHT: the phase table.  NHR: what a campaign must meet.  Nothing here imports or copies the rules:
it reads fields, rows, verbs and events by name, and the cards by its own book.  Chapters come in
the order of their precision, so that a bug is filed under the statement that says most about it.
"""

# ruff: noqa: I001
from properties.necrohamster.titles import *  # noqa: F403
from properties.necrohamster.summon import *  # noqa: F403
from properties.necrohamster.effects import *  # noqa: F403
from properties.necrohamster.ability import *  # noqa: F403
from properties.necrohamster.draws import *  # noqa: F403
from properties.necrohamster.scoring import *  # noqa: F403
from properties.necrohamster.rounds import *  # noqa: F403
from properties.necrohamster.setup import *  # noqa: F403
from properties.necrohamster.offers import *  # noqa: F403
from properties.necrohamster.views import *  # noqa: F403
from properties.necrohamster.content import *  # noqa: F403
from properties.necrohamster.table import *  # noqa: F403
from properties.necrohamster.metamorphic import *  # noqa: F403
from properties.necrohamster.folds import *  # noqa: F403
from properties.necrohamster.accounting import *  # noqa: F403
