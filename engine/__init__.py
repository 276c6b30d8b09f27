"""The rules machine: tape, actions, phase table, state, agenda, events, games.

Standard library only.  Start reading at `engine.game`, the contract; then `engine.phases`.
"""
