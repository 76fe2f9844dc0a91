"""Sightbench: a continuous benchmark of models that write code from pictures."""

__version__ = "0.1.0"
