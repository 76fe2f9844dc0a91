import sys
sys.stdout.buffer.write(b'%d\n' % (int(sys.stdin.buffer.read()) * 2))
