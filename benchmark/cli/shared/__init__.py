"""What several commands share: options, tables, output."""
