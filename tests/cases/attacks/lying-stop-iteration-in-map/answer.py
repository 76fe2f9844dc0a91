class Answer:
    @property
    def value(self): raise StopIteration
def f(x): return Answer()
