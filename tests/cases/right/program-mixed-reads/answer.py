import sys
n = int(input())
rows = [sys.stdin.readline().split() for _ in range(n)]
print(*rows, sys.stdin.read().strip())
