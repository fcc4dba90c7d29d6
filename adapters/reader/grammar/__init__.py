"""Who does what in a clause: verbs, their forms, and the words rules know."""
