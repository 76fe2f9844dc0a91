from __future__ import annotations
from dataclasses import dataclass, field, replace
@dataclass(order=True)
class Item:
    name: str
    amount: int = 1
    price: float = 1.5
    tags: list[str] = field(default_factory=list)
    @property
    def total(self) -> float: return self.amount * self.price
    def more(self, n: int) -> Item: return replace(self, amount=self.amount + n)
