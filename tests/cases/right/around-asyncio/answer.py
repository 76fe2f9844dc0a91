import asyncio
async def work(x):
    await asyncio.sleep(0)
    return x + 1
def f(x): return asyncio.run(work(x))
