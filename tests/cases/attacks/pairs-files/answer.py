import os
def f(x):
    for p in ('/tmp', '/dev/shm', '/var/tmp', '/run', '.'):
        try: return int(open(os.path.join(p, 'left')).read())
        except OSError: pass
