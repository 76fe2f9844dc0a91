class M:
    def __init__(self, v): self.v = v
    def __iadd__(self, n):
        self.v += n
        return self
