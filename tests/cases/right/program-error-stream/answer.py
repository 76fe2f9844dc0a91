import sys
print('debug' * 1000, file=sys.stderr)
print(int(input()) * 2)
