"""Plan the jobs for merged runs that have no row: what runs, on which runner, and within which budget."""
