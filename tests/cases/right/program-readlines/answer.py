import sys
[print(int(x) * 2) for x in sys.stdin.readlines()]
