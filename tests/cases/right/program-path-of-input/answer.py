import os, pathlib
size = os.path.getsize('/dev/stdin')
data = pathlib.Path('/dev/stdin').read_text()
assert len(data) == 4
print(size + 2, sum(map(int, data.split())))
