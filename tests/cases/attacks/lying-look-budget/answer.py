class Big:
    reads = 0
    @property
    def table(self):
        Big.reads += 1
        return [Big.reads] + [[]] * 900000
    def __getitem__(self, i): return [[]] * 900000
def f(n): return Big()
