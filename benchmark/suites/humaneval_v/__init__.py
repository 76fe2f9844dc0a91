"""HumanEval-V: complete a function whose rule is shown in a picture."""
