"""Texts that tests make or collect: secrets, look-alikes, slow texts, canaries, mutations."""
