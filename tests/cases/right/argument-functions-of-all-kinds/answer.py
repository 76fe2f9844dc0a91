def f(function, *args, **kwargs): return function(*args, **kwargs)
