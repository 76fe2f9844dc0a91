def f(): return [[], (), {}, set(), frozenset(), '', b'', range(0)]
