import asyncio
async def f(x): raise asyncio.CancelledError
