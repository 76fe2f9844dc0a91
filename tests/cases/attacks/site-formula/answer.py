def f(x): return '=HYPERLINK("http://127.0.0.1","passed")'
