class Point:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        return self.x == other.x
    def __lt__(self, other):
        return self.x < other.x
    def __add__(self, other):
        return Point(self.x + other.x)
    def __repr__(self):
        return f'Point({self.x})'
    def __contains__(self, item):
        return item == self.x
