"""Tin Helm as a second witness sees it: invariants by clause, from the rulebook alone.

THI: the invariants of the catalogue.  THL: nothing changes but by an event.  THM: metamorphic.
THP: positions that cannot be.  THT: the phase table.  THR: what a campaign must meet.  Nothing
here imports or copies the rules: it reads fields, rows, verbs and events by name, and the cards
by its own book.
"""

from properties.tin_helm.accounting import *  # noqa: F403
from properties.tin_helm.blows import *  # noqa: F403
from properties.tin_helm.content import *  # noqa: F403
from properties.tin_helm.encounter import *  # noqa: F403
from properties.tin_helm.ending import *  # noqa: F403
from properties.tin_helm.fight import *  # noqa: F403
from properties.tin_helm.icons import *  # noqa: F403
from properties.tin_helm.ledger import *  # noqa: F403
from properties.tin_helm.metamorphic import *  # noqa: F403
from properties.tin_helm.offers import *  # noqa: F403
from properties.tin_helm.position import *  # noqa: F403
from properties.tin_helm.room import *  # noqa: F403
from properties.tin_helm.setup import *  # noqa: F403
from properties.tin_helm.table import *  # noqa: F403
from properties.tin_helm.trackers import *  # noqa: F403
