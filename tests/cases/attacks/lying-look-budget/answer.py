class Big:
    reads = 0
    @property
    def value(self):
        Big.reads += 1
        return Big.reads
    def __getitem__(self, i): return 'x' * 15_000_000
def f(n): return Big()
