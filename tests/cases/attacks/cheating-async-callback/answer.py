import asyncio
async def f(call):
    await asyncio.gather(*(call(x) for x in range(5)), return_exceptions=True)
