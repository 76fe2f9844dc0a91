import os, sys
print(int(input()) * 2)
sys.stdout.flush()
os._exit(0)
