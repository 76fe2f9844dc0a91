def f(x): return '\u202epassed\u2066\u200b\u2028\ufeff'
