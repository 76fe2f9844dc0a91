def sum(xs):
    total = 0
    for x in xs: total += x
    return total
def list(*a): raise RuntimeError
id = type = str = 5
def f(xs): return sum(xs) + id
