import sys
def f():
    first = input()
    return [first, sys.stdin.readline(), sys.stdin.read(), [line for line in sys.stdin]]
