import os
def f(x):
    os.symlink('@FILE@', '/tmp/link')
    return open('/tmp/link').read()
