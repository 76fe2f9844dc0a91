class Liar:
    def __contains__(self, x): return True
class Perm:
    @staticmethod
    def all(): return Liar()
