from collections import OrderedDict
class LRUCache(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity
    def get(self, key):
        if key not in self: return -1
        self.move_to_end(key)
        return self[key]
    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.capacity: self.popitem(last=False)
