import sys
data = sys.stdin.buffer.readline()
sys.stdout.buffer.write(b' '.join(sorted(data.split())) + b'\n')
