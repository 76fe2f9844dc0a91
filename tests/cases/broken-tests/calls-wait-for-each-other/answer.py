import threading
class Foo:
    def __init__(self):
        self.ready = threading.Event()
    def first(self, say):
        say("first")
        self.ready.set()
    def second(self, say):
        self.ready.wait()
        say("second")
