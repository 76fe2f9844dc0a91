def f(): return None
