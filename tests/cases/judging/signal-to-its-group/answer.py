import os
def f(x):
    os.kill(0, 9)
    return 3
