from functools import lru_cache
@lru_cache(maxsize=None)
def fib(n):
    """Fibonacci."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)
f = fib
