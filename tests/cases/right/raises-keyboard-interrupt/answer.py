def f(): raise KeyboardInterrupt
