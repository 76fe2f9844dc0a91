"""Lend a machine with a GPU to planned jobs: one runner per job, registered when the job is queued."""
