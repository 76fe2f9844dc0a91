def f(shapes): return sum(s.area() for s in shapes if isinstance(s, Shape))
