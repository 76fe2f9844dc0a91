class Stop(Exception):
    def __init__(self, at): self.at = at
def f(twice, n):
    def step(x):
        if x >= 4: raise Stop(x)
        return x + 1
    try: return twice(step, n)
    except Stop as stop: return f'stopped at {stop.at}'
