import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate
replies = [ModelOutput.from_content("mockllm/model", f"answer {number}") for number in range(6)]
for reply in replies:
    reply.usage = ModelUsage(input_tokens=5, output_tokens=7, total_tokens=12, reasoning_tokens=2)
replies[0].choices[0].stop_reason = "max_tokens"
model = get_model("mockllm/model", custom_outputs=replies, memoize=False)
task = Task(dataset=[Sample(id=name, input="Write f.") for name in ("a-1", "a-2", 7)], solver=generate())
eval(task, model=model, epochs=2, log_dir=sys.argv[1], log_format=sys.argv[2], display="none")
