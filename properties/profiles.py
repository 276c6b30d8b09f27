"""Settings profiles for Hypothesis, registered and not loaded: choose one by its name.

    pytest --hypothesis-profile=ruleproof-thorough

Hypothesis itself calls `register` when it is imported (entry point group `hypothesis`), so that
nobody pays for it who does not use it.  Whole games are slow examples, drawn from one long tape:
no profile has a deadline or minds their size.
"""

from __future__ import annotations

# Name: (examples, the same ones every time).
PROFILES = {
    "ruleproof-quick": (20, True),
    "ruleproof-ci": (100, True),
    "ruleproof-thorough": (2000, False),
}


def register() -> None:
    """Make the profiles known; which one is loaded does not change."""
    # Hypothesis may be about to be imported by whoever imports this: it is not needed before.
    from hypothesis import HealthCheck, settings

    unminded = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
    for name, (examples, same) in PROFILES.items():
        settings.register_profile(
            name, max_examples=examples, derandomize=same, deadline=None,
            suppress_health_check=unminded,
        )  # fmt: skip
