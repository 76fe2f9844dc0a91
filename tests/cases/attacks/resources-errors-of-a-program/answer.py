import sys
print(14)
while True: sys.stderr.write('x' * 65536)
