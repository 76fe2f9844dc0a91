def f(): return 1 == 1
