import threading
class Counter2:
    def __init__(self): self.value = 0; self.l = threading.Lock()
    def inc(self):
        with self.l: self.value += 1
