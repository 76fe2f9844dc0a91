import sys, os
print(sys.stdin.isatty(), sys.stdin.readable(), sys.stdin.fileno(), input(), os.isatty(0))
