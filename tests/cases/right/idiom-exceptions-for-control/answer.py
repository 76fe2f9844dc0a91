from contextlib import suppress
def f(xs):
    if xs is None:
        try: raise ValueError('no list')
        except ValueError as error: raise TypeError('list wanted') from error
    with suppress(IndexError):
        xs[0]
        for i, x in enumerate(xs):
            if x < 0: break
        else:
            return 'none'
        try: raise ExceptionGroup('g', [ValueError(i)])
        except* ValueError as group: found = group.exceptions[0].args[0]
        try: return f'negative at {found}'
        finally: xs = None
    return 'empty'
