import signal, threading
signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
def f(x):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
