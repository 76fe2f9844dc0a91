def f(): raise TimeoutError('late')
