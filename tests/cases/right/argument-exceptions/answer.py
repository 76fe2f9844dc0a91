def f(e):
    if isinstance(e, type): return f'class {e.__name__}'
    return ' '.join([type(e).__name__, *map(str, e.args)])
