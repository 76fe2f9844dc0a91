#!/usr/bin/env python3
# comment
"""Docstring."""
from __future__ import annotations
def f(xs: list[Undefined]) -> List[float]: return [math.sqrt(x) for x in xs]
