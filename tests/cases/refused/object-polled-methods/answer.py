import threading
class Job:
    def __init__(self):
        self.event = threading.Event()
        threading.Timer(0.01, self.event.set).start()
    def done(self): return self.event.is_set()
def f(): return Job()
