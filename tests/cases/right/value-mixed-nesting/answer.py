def f(): return [(1, {2: [{3}, frozenset({4})]}), ()]
