def f(x): return b"cbuiltins\neval\n(V__import__('os').mkdir('@FOLDER@/pickle') or 3\ntR."
