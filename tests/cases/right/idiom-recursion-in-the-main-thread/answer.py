import sys
sys.setrecursionlimit(10 ** 6)
def f(n): return 0 if n == 0 else 1 + f(n - 1)
