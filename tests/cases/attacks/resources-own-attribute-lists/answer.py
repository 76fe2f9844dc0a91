class Box:
    def __init__(self): self.items, self.total = [0] * 5000, 0
