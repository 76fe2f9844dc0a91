from collections.abc import Sequence
class Deck(Sequence):
    def __init__(self, cards): self.cards = cards
    def __getitem__(self, i): return self.cards[i]
    def __len__(self): return len(self.cards)
def f(cards): return Deck(cards)
