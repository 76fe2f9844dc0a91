import sys
print(int(input()) * 2)
sys.exit(0)
