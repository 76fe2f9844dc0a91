import os
os.write(1, str(int(os.read(0, 100)) * 2).encode())
