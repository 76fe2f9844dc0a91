import os, signal
assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
signal.signal(signal.SIGTERM, lambda *_: print(1))
os.kill(os.getpid(), signal.SIGTERM)
