import asyncio
def f(fetch, x):
    async def main(): return await fetch(x)
    return asyncio.run(main())
