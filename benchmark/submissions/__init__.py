"""Submissions: the schema of ``submission.yaml``, and the rules that check one."""
