import sys
data = sys.stdin.read()
print(data or 'none')
