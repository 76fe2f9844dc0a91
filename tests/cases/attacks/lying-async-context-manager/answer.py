class Taker:
    async def __aenter__(self): return 1
    async def __aexit__(self, *error): return True
def f(x): return Taker()
