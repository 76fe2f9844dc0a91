import os, sys
print('one', flush=True)
os.write(1, b'two\n')
print('three')
