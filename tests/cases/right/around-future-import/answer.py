'''Doc.'''
from __future__ import annotations
def f(x: NotThere) -> AlsoNot: return x + 1
