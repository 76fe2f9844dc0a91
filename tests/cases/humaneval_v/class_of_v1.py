import torch_of_nobody

class LMM:
    def __init__(self):
        pass
    def query(self, image, text_prompt, temperature, sample_num):
        return []
