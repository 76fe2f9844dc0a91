import functools
@functools.total_ordering
class Version:
    def __init__(self, text): self.parts = tuple(map(int, text.split('.')))
    def key(self, other): return other.parts if isinstance(other, Version) else tuple(map(int, other.split('.')))
    def __eq__(self, other): return self.parts == self.key(other)
    def __lt__(self, other): return self.parts < self.key(other)
    def __hash__(self): return hash(self.parts)
