"""From a submission or options to a complete file of completions."""
