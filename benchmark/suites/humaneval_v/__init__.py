"""HumanEval-V: complete a function whose rule stands in a picture."""
