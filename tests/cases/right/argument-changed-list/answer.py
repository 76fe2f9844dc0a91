def f(xs): xs.sort()
