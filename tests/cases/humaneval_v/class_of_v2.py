from utils import load_and_append_json

class LMM:
    def load_model(self):
        pass
    def query(self, loaded_model, qids, images, text_prompts, prediction_file, sample_num, temperature):
        pass
