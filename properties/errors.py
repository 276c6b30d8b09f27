"""Every exception of the search and the minimiser, flat; each has a stable code (E31x)."""

from __future__ import annotations


class SearchError(Exception):
    """Base of all errors of `fuzz`, `find` and `shrink`: the message says what to do."""

    code = "E310"


class GoalMissed(SearchError):
    """The log does not reach what it should be shrunk to.  Name something it does reach."""

    code = "E311"


class BadGoal(SearchError):
    """No property, clause, exit, event or end of this game has that name, or an expression over
    the state cannot be read.  The message lists some names.
    """

    code = "E312"


class BadOutput(SearchError):
    """The folder of findings cannot be written.  Name another with `-o`."""

    code = "E313"


class BadFinding(SearchError):
    """A stored finding cannot be read.  It is no file of `fuzz`, or it was changed."""

    code = "E314"


class OtherCampaign(SearchError):
    """The folder holds where other campaigns stand, not this one, or a stand that was damaged.
    Give `fuzz --resume` the words it was begun with, or begin without `--resume`.
    """

    code = "E315"


class CorpusFault(SearchError):
    """A file of a corpus cannot be read, or the corpus changed while it was being reduced.  Judge
    the file with `verify` and mend or remove it; reduce again into a new folder.
    """

    code = "E316"
