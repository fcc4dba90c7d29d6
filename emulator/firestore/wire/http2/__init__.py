"""HTTP/2 and gRPC on plain asyncio, as much of them as serving Firestore takes.

grpcio's own asyncio server spends several times as long on a call as the engine does, and it
cannot share its port with HTTP/1.1. This package does both jobs in a few hundred lines.
"""
