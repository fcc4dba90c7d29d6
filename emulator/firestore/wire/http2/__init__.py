"""A minimal HTTP/2 and gRPC server on plain asyncio.

grpcio's asyncio server spends several times as long on a call as the engine does, and it cannot
share its port with HTTP/1.1. This package is faster and serves both.
"""
