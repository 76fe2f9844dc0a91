# lying function: an awaitable, context manager or generator that swallows each exception
# each: Swallow(); generator()
@INCLUDE _equal@
class Swallow(Equal):
    async def __aenter__(self): return self
    async def __aexit__(self, *error): return True
    def __await__(self): return iter(())
    def __aiter__(self): return self
    async def __anext__(self): raise StopAsyncIteration
def generator():
    while True:
        try: yield Equal()
        except Exception: pass
def answer(*arguments, **named): return @EACH@
