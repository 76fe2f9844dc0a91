"""Series of nights as pages show them: timelines, charts, and what was decided and why."""
