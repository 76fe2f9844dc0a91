import sys, threading, resource
sys.setrecursionlimit(10 ** 6)
threading.stack_size(1 << 27)
try: resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except (ValueError, OSError): pass
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
def main(): print(depth(int(input())))
thread = threading.Thread(target=main)
thread.start()
thread.join()
