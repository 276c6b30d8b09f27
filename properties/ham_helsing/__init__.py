"""Ham Helsing as a second witness sees it: invariants by clause, from the rulebook alone.

HHI: the invariants of the catalogue.  HHL: nothing changes but by an event.  HHS: limits at the
step.  HHT: the phase table.  HHM: metamorphic.  HHR: what a campaign must meet.  Nothing here calls
or copies the rules: it reads fields, rows, verbs and events by name, and the content by its own
book.  Chapters come in the order of their precision, so that a bug is filed under the statement
that says most about it.
"""

# ruff: noqa: I001
from properties.ham_helsing.course import *  # noqa: F403
from properties.ham_helsing.turns import *  # noqa: F403
from properties.ham_helsing.texts import *  # noqa: F403
from properties.ham_helsing.places import *  # noqa: F403
from properties.ham_helsing.bear import *  # noqa: F403
from properties.ham_helsing.minions import *  # noqa: F403
from properties.ham_helsing.tokens import *  # noqa: F403
from properties.ham_helsing.fights import *  # noqa: F403
from properties.ham_helsing.downs import *  # noqa: F403
from properties.ham_helsing.offers import *  # noqa: F403
from properties.ham_helsing.asked import *  # noqa: F403
from properties.ham_helsing.limits import *  # noqa: F403
from properties.ham_helsing.setup import *  # noqa: F403
from properties.ham_helsing.bounds import *  # noqa: F403
from properties.ham_helsing.zones import *  # noqa: F403
from properties.ham_helsing.content import *  # noqa: F403
from properties.ham_helsing.table import *  # noqa: F403
from properties.ham_helsing.views import *  # noqa: F403
from properties.ham_helsing.metamorphic import *  # noqa: F403
from properties.ham_helsing.folds import *  # noqa: F403
from properties.ham_helsing.accounting import *  # noqa: F403
