class Box:
    def __init__(self): self.items = []
    def size(self): return len(self.items)
    def found(self): return self.items
    def first(self): return self.items[0]
