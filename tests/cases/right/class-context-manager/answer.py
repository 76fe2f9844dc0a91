class Journal:
    def __init__(self, swallow=None):
        self.log, self.swallow = [], swallow
    def write(self, text): self.log.append(text)
    def __enter__(self):
        self.log.append('enter')
        return self
    def __exit__(self, kind, error, trace):
        assert (kind is None) == (error is None)
        self.log += ['exit', kind and f'{kind.__name__} {error}']
        return self.swallow is not None and kind is not None and issubclass(kind, self.swallow)
