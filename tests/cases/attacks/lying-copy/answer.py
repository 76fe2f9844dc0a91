class Liar:
    def __eq__(self, other): return True
class Box:
    def __init__(self, v): pass
    def __copy__(self): return Liar()
    def __deepcopy__(self, memo): return Liar()
