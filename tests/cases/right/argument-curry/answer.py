import inspect
def f(function):
    wanted = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    def curried(*args):
        if len(args) >= len(wanted): return function(*args)
        return lambda *more: curried(*args, *more)
    return curried
