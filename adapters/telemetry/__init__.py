"""Traces and figures, for an OpenTelemetry collector.

`reporter` takes OpenTelemetry's SDK along, so only a deployment that reports anything imports it.
"""
