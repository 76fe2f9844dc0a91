"""Options, tables and output that several commands share."""
