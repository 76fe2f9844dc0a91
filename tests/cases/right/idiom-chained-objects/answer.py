from dataclasses import dataclass, replace
@dataclass(frozen=True)
class Query:
    table: str
    parts: tuple = ()
    def where(self, a, op, b): return replace(self, parts=self.parts + (f'WHERE {a} {op} {b}',))
    def order_by(self, name): return replace(self, parts=self.parts + (f'ORDER BY {name}',))
    def limit(self, n): return replace(self, parts=self.parts + (f'LIMIT {n}',))
    def __str__(self): return ' '.join([f'SELECT * FROM {self.table}', *self.parts])
