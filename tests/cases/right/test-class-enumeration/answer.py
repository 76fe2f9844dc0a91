def f(c): return c.name,c.value,c.cool()
