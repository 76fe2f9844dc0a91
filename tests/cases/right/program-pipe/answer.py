import os, stat, sys
fifo = os.fstat(0)
data = sys.stdin.read()
print(len(data.split()), fifo.st_size, not stat.S_ISFIFO(fifo.st_mode))
