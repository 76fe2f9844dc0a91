def f(x): return "f'{().__class__}' and '3'"
