import sys
input = sys.stdin.readline
def print(*args, sep=' ', end='\n', write=sys.stdout.write): write(sep.join(map(str, args)) + end)
for _ in range(int(input())): print(sum(map(int, input().split())))
