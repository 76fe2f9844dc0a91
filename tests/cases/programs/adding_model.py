import json

class Model:
    def query(self, parts, **sampling):
        with open("asked.jsonl", "a") as file:
            said = [part if isinstance(part, str) else "picture" for part in parts]
            file.write(json.dumps([said, sampling["temperature"], sampling.get("top_k")]) + "\n")
        return "```python\ndef solution(a, b):\n    return a + b\n```"
