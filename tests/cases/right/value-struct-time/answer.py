import functools, time
@functools.lru_cache(None)
def g(x): return x
def f():
    g(1), g(2), g(1)
    return time.gmtime(0), g.cache_info()
