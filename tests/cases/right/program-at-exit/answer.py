import atexit
n = int(input())
atexit.register(lambda: print(n * 2))
