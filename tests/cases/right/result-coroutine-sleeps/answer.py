import asyncio
async def f(seconds):
    if seconds < 0: raise ValueError('negative')
    await asyncio.sleep(seconds)
    return seconds
