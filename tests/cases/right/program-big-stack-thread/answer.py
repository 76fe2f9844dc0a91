import sys, threading
sys.setrecursionlimit(10 ** 6)
threading.stack_size(1 << 26)
def down(n): return 0 if n == 0 else 1 + down(n - 1)
def main(): print(int(input()) * 2 + down(5000) - 5000)
t = threading.Thread(target=main)
t.start()
t.join()
