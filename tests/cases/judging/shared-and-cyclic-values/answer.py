def f(x):
    inner = [1]
    cycle = [0]
    cycle.append(cycle)
    return [inner, inner], cycle, x is x, x
