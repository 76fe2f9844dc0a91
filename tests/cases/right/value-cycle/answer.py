def f(): return (lambda v: v.append(v) or v)([1])
