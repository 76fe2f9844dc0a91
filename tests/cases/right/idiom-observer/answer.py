from collections import defaultdict
class Emitter:
    def __init__(self): self.handlers = defaultdict(list)
    def on(self, name):
        def register(function):
            self.handlers[name].append(function)
            return function
        return register
    def emit(self, name, *args):
        for function in self.handlers[name]: function(*args)
        return len(self.handlers[name])
