class Thing:
    def __init__(self): self.x, self.y = 1, [2]
    def method(self, a: int) -> str:
        """Does it."""
