"""The action log: writing, strict reading, verdicts and differences of replay files."""
