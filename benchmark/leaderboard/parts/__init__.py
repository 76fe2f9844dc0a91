"""What all pages share: addresses, lists of tasks, citations and other parts."""
