"""Reading a prompt: prose from pasted matter, sentences, clauses, words."""
