import sys, gc, signal, warnings
sys.setrecursionlimit(60)
gc.disable()
warnings.simplefilter('error')
signal.signal(signal.SIGINT, signal.SIG_IGN)
def f(x): return 0
