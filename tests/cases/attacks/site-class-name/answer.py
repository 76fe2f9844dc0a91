def f(x): return type('<script>\u202e\x1b[2J', (), {})()
