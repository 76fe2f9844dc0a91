def f(x): return ["__import__('os').getpid() and 3"]
