class Meta(type):
    def __new__(mcls, name, bases, space):
        cls = super().__new__(mcls, name, bases, space)
        cls.names = getattr(cls, 'names', []) + [name] if name != 'Base' else []
        return cls
class Positive:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, obj, kind=None): return getattr(obj, self.name) if obj else self
    def __set__(self, obj, value):
        if value < 0: raise ValueError(value)
        setattr(obj, self.name, value)
def shown(cls):
    cls.__repr__ = lambda self: f'{type(self).__name__}<{self.size}>'
    return cls
class Base(metaclass=Meta):
    def __init_subclass__(cls, **kwargs): super().__init_subclass__(**kwargs)
@shown
class Stack(Base):
    limit = Positive()
    def __init__(self, limit): self.limit, self.items = limit, []
    @property
    def size(self): return len(self.items)
    def push(self, x): self.items.append(x)
    def __getattr__(self, name):
        if name.startswith('_'): raise AttributeError(name)
        return f'no {name}'
