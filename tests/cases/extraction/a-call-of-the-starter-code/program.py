import sys
sys.setrecursionlimit(5000)

def double(x):
    return x and 2 + double(x - 1)