class Taker:
    def __enter__(self): return None
    def __exit__(self, *error): return True
def f(x): return Taker()
