"""What an evaluation and a year of nights cost, from tasks, prompts, protocols and measured rates."""
