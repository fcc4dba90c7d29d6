"""Reads exports and the files of legacy systems, and sends them to the API."""
