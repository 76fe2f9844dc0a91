def f(): return [int, ..., slice(1, 2), NotImplemented]
