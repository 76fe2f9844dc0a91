def f(x): return '@REPEAT 20000 \N{BULLET}@'
