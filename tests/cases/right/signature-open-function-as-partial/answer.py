import functools, operator
g = functools.partial(operator.add, 1)
f = lambda n: n + 2
