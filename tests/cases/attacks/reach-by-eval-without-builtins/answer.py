def f(x): return "().__class__.__base__.__subclasses__()"
