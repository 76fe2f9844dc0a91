import sys
print(sum(map(int, sys.stdin.read().split())))
sys.stdin.seek(0)
print(len(sys.stdin.readlines()))
