raise SystemExit("this source is never run")
class GPT4V:
    def generate(self, prompt, images):
        prompt = ("Look. " + "Solve.\n" + prompt)
        self.create(messages=[{"role": "system", "content": [{"type": "text", "text": "You solve."}]}])
class GPT4:
    def generate(self, prompt, images):
        prompt = "Solve.\n" \
            + prompt
        messages.append({"type": "text", "text": f"(not shown)"})
