"""`python -m tools` is `ruleproof`."""

from tools.cli import main

main()
