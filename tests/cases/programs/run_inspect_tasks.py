import json, os, sys
from inspect_ai import eval
from inspect_ai.log import write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from benchmark.core.verdict import MissingSample
from benchmark.generation.prompts.message import chat_message
from benchmark.interchange import inspect_tasks
from benchmark.pipeline import sources
from benchmark.pipeline.generate.prompting import first_requests
from benchmark.pipeline.judge.baselines import BASELINES

LIMIT = 3
MISSING = MissingSample(task_id="", draw=0, reason="broken")
BROKEN = lambda samples, executor: (samples, [MISSING] * len(samples))

def shown(messages):
    def part(each):
        return each.text if each.type == "text" else each.image
    return [(m.role, m.content if isinstance(m.content, str) else [*map(part, m.content)]) for m in messages]

def ours(message):
    content = chat_message(message)["content"]
    def part(each):
        return each["text"] if each["type"] == "text" else each["image_url"]["url"]
    return message.role, content if isinstance(content, str) else [*map(part, content)]

def run(name, suite, dataset, setting, protocol, kind):
    source = sources.from_suite(suite, dataset)
    requests = first_requests(source, setting, "sightbench", protocol)
    tasks = source.tasks[:LIMIT]
    left = {json.dumps([*map(ours, requests.prompts.first(task.id, 0))]): [task, 0] for task in tasks}

    def reply(input, tools, tool_choice, config):
        assert config.max_tokens == requests.protocol.max_tokens
        found = left[json.dumps(shown(input))]
        task, draw = found
        found[1] += 1
        right = {"gold": True, "wrong": False}.get(kind, task in tasks[1:] and draw % 2 == 0)
        output = ModelOutput.from_content("mockllm/model", BASELINES["gold" if right else "stub"](task))
        output.usage = ModelUsage(input_tokens=5, output_tokens=7, total_tokens=12)
        return output

    judge = inspect_tasks.extract_and_judge
    if kind == "broken":
        inspect_tasks.extract_and_judge = BROKEN
    model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
    asked = {"setting": setting, "protocol": protocol}
    (log,) = eval(f"sightbench/{name}", model=model, task_args=asked, limit=LIMIT, log_dir="logs",
                  log_format="eval", display="none", fail_on_error=kind == "stopped")
    inspect_tasks.extract_and_judge = judge
    scores = log.results.scores if log.results else []
    return {
        "status": log.status,
        "error": log.error.message if log.error else "",
        "log": log.location,
        "task": log.eval.task,
        "stems": sorted({sample.metadata["stem"] for sample in log.samples}),
        "answers": [[s.id, s.epoch, s.output.completion] for s in log.samples],
        "scores": {s.reducer or "": {k: m.value for k, m in s.metrics.items()} for s in scores},
        "unscored": [score.unscored_samples for score in scores],
    }

if __name__ == "__main__":
    print(json.dumps([run(*case) for case in json.loads(sys.argv[1])]))
