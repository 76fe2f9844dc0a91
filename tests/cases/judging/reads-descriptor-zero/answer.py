import sys
sys.stdout.buffer.write(open(0, 'rb').read().upper())
