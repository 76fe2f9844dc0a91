import sys
print(4)
sys.exit(0)
