"""Tasks for people, one at a time: in the browser or in the terminal."""
