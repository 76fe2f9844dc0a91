import os
os.lseek(0, 0, 2)
print(os.read(0, 100).decode(), end='')
os.lseek(0, 0, 0)
print(os.pread(0, 1000, 0).decode().strip())
