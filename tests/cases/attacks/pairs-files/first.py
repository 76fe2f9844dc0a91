import os
def f(x):
    for p in ('/tmp', '/dev/shm', '/var/tmp', '/run', '.'):
        try: open(os.path.join(p, 'left'), 'w').write('4211')
        except OSError: pass
