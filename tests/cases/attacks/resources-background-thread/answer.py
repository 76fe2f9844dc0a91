import threading
def burn():
    while True: pass
def f(x):
    threading.Thread(target=burn, daemon=True).start()
    return 0
