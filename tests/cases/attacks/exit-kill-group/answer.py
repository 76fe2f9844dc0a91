import os, signal
def f(x): os.killpg(0, signal.SIGKILL)
