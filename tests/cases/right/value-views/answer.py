def f(): return {'a': 1, 'b': 2}.keys()
