"""Hunted."""
from properties.hunted.accounting import *  # noqa: F403
from properties.hunted.ledger import *  # noqa: F403
from properties.hunted.content import *  # noqa: F403
from properties.hunted.setup import *  # noqa: F403
from properties.hunted.zones import *  # noqa: F403
from properties.hunted.offers import *  # noqa: F403
from properties.hunted.actions import *  # noqa: F403
from properties.hunted.deck import *  # noqa: F403
from properties.hunted.effects import *  # noqa: F403
from properties.hunted.combat import *  # noqa: F403
from properties.hunted.finale import *  # noqa: F403
from properties.hunted.fight import *  # noqa: F403
from properties.hunted.aftermath import *  # noqa: F403
from properties.hunted.locations import *  # noqa: F403
from properties.hunted.table import *  # noqa: F403
from properties.hunted.seen import *  # noqa: F403
from properties.hunted.metamorphic import *  # noqa: F403
