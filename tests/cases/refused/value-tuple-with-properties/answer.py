class Segment(tuple):
    start = property(lambda self: self[0])
    end = property(lambda self: self[1])
    length = property(lambda self: self[1] - self[0])
    def shifted(self, by): return Segment((self[0] + by, self[1] + by))
def f(): return Segment((1, 5))
