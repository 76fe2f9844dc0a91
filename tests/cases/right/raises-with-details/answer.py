import sys
class Odd(Exception):
    def __init__(self, line, text):
        self.line, self.text = line, text
    def __str__(self): return f'Odd at {self.line}'
def f(x):
    if x == 1: raise KeyError('k', 1)
    if x == 2: raise FileNotFoundError(2, 'gone')
    if x == 3: raise Odd(5, 'x')
    if x == 4: return {}['name']
    sys.exit(3)
