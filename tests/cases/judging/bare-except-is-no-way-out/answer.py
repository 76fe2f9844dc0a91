import time
def f(x):
    time.sleep(60)
