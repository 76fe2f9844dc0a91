import asyncio
async def f(fetch, xs):
    found = await asyncio.gather(*(fetch(x) for x in xs), return_exceptions=True)
    return ['lost' if isinstance(x, KeyError) else x for x in found]
