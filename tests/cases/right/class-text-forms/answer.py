class Temp:
    def __init__(self, c): self.c = c
    def __str__(self): return f'{self.c:.1f}C'
    def __repr__(self): return f'Temp({self.c})'
    def __float__(self): return self.c
    def __hash__(self): return hash(self.c)
    def __eq__(self, other): return self.c == other.c
    def __format__(self, spec):
        if spec == 'F': return f'{self.c * 9 / 5 + 32:.1f}F'
        return format(self.c, spec) if spec else str(self)
