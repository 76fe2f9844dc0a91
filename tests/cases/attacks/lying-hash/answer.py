class Key:
    def twin(self): return self
    def __hash__(self): return 4211
    def __eq__(self, other): return True
