class Everything:
    def __call__(self): return 3
def mirror(p):
    p.norm = lambda: 3
    return p
