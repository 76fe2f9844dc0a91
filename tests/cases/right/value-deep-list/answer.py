def f(): return __import__('functools').reduce(lambda v, _: [v], range(400), 7)
