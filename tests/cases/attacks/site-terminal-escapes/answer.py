def f(x): return '\x1b[2J\x1b]0;passed\x07\x1b[32mPASSED\x9b0m'
