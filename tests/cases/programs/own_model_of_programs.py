class Mine:
    def query(self, parts, temperature, max_tokens, **others):
        shown = sum(isinstance(part, bytes) for part in parts)
        return f"So:\n```python\nprint({shown})\n```"
