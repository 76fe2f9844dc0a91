class Liar:
    def __eq__(self, other): return True
def f(call):
    for _ in range(3): call(Liar())
