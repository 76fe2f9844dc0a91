import time
def f(x):
    if x == 8: time.sleep(1000)
    return 4211
