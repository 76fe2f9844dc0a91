"""What an open task has to pass before it is one."""
