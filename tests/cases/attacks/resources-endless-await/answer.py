import asyncio
async def f(x):
    while True: await asyncio.sleep(0.001)
