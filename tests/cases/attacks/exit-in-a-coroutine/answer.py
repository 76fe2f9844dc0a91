import os
async def f(x): os._exit(0)
