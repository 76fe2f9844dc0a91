def f(): return [(1, 2), [1, 2]]
