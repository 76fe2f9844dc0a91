class Deck:
    def __init__(self, n): self.items = [i * i for i in range(n)]
    def __len__(self): return len(self.items)
    def __getitem__(self, i): return self.items[i]
