def f(): return 3 ** 9000
