class Bad(ValueError):
    code = 7
def f(x): return Bad(f'bad {x!r}')
