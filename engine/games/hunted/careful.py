"""placeholder"""
from __future__ import annotations
from engine.policies import uniform
careful = uniform
hoarding = uniform
