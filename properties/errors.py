"""Every exception of the search and the minimiser, flat; each has a stable code (E31x)."""

from __future__ import annotations


class SearchError(Exception):
    """Base of all errors of `fuzz` and `shrink`: the message says what to do."""

    code = "E310"


class GoalMissed(SearchError):
    """The log does not reach what it should be shrunk to.  Name something it does reach."""

    code = "E311"


class BadGoal(SearchError):
    """No property, clause, event or end of this game has that name.  The message lists some."""

    code = "E312"


class BadOutput(SearchError):
    """The folder of findings cannot be written.  Name another with `-o`."""

    code = "E313"


class BadFinding(SearchError):
    """A stored finding cannot be read.  It is no file of `fuzz`, or it was changed."""

    code = "E314"
