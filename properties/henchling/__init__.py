"""Henchling as a second witness sees it: invariants by clause, from the rulebook alone.

HEI: the invariants of the catalogue.  HEL: nothing changes but by an event.  HEM: metamorphic.
HET: the phase table.  HER: what a campaign must meet.  Nothing here calls or copies the rules: it
reads fields, rows, verbs and events by name, and the cards by its own book.  Chapters come in the
order of their precision, so that a bug is filed under the statement that says most about it.
"""

# ruff: noqa: I001
from properties.henchling.fights import *  # noqa: F403
from properties.henchling.actions import *  # noqa: F403
from properties.henchling.duties import *  # noqa: F403
from properties.henchling.turns import *  # noqa: F403
from properties.henchling.setup import *  # noqa: F403
from properties.henchling.limits import *  # noqa: F403
from properties.henchling.passing import *  # noqa: F403
from properties.henchling.windows import *  # noqa: F403
from properties.henchling.choices import *  # noqa: F403
from properties.henchling.zones import *  # noqa: F403
from properties.henchling.content import *  # noqa: F403
from properties.henchling.table import *  # noqa: F403
from properties.henchling.views import *  # noqa: F403
from properties.henchling.metamorphic import *  # noqa: F403
from properties.henchling.texts import *  # noqa: F403
from properties.henchling.effects import *  # noqa: F403
from properties.henchling.promises import *  # noqa: F403
from properties.henchling.folds import *  # noqa: F403
from properties.henchling.accounting import *  # noqa: F403
