def f(): return -0.0
