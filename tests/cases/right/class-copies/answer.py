class Tree:
    def __init__(self, v): self.v, self.kids = v, []
    def add(self, kid): self.kids.append(kid)
