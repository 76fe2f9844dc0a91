"""Numbers that papers and their authors' leaderboards print: copied, cited, shown apart, never ranked."""
