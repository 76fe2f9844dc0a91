import sys, threading
sys.setrecursionlimit(300000)
threading.stack_size(256 * 1024 * 1024)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
def f(n):
    found = []
    thread = threading.Thread(target=lambda: found.append(depth(n)))
    thread.start()
    thread.join()
    return found[0]
