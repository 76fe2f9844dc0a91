import os

n = int(os.read(0, 99))
os.write(1, str(2 * n).encode())