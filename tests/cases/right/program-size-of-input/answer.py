import os
data = os.read(0, os.fstat(0).st_size).split()
print(sum(map(int, data[1:])))
