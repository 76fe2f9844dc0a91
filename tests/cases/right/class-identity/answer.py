class Child:
    def __init__(self, parent): self.parent = parent
class Registry:
    one = None
    def __new__(cls):
        if cls.one is None:
            cls.one = super().__new__(cls)
            cls.one.names = []
            cls.one._child = Child(cls.one)
        return cls.one
    def add(self, name):
        self.names.append(name)
        return self
    def child(self): return self._child
    def __iter__(self): return iter(self.names)
