from hypothesis import settings

# On a busy machine an example may take any amount of time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
