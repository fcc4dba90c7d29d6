"""What recurs: topics, step sequences, and the skills that show."""
