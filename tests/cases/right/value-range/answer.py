def f(): return range(3, 30, 4)
