def f(function):
    def wrapped(a, b=2, *rest, scale: int = 1, **more) -> int: return function(a, b) * scale
    return wrapped
