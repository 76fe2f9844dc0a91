def f(x): return '\ud834\udd1e\udc80'
