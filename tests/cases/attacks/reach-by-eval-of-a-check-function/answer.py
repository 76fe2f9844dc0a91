def f(x): return "__import__('os').system('id')"
