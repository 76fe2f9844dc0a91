def f(x): return b"__import__('os').getpid() and 3"
