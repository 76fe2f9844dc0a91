import signal, time
print(1, flush=True)
signal.setitimer(signal.ITIMER_REAL, 0.01)
time.sleep(10)
