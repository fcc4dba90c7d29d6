"""A local HTTP server that speaks OpenAI's embeddings API, with a toy model."""

import json

from bench.peers.embeddings_http import EmbeddingsFailure, EmbeddingsHttp

TOPICS = [
    {"car", "automobile", "vehicle", "engine"},
    {"doctor", "physician", "hospital", "medicine"},
    {"sea", "ocean", "beach", "waves"},
    {"bread", "baker", "loaf", "flour"},
]


def embedding_of(text):
    """An embedding: how many words of each topic the text has, and a constant."""
    words = {word.strip(".,?!:").lower() for word in text.split()}
    return [float(len(words & topic)) for topic in TOPICS] + [0.1]


class EmbeddingsServer(EmbeddingsHttp):
    """Answers every request, unless told to fail."""

    def __init__(self):
        super().__init__(self._embed)
        self.requests = []
        self.failing = False

    def _embed(self, request):
        self.requests.append(request)
        if self.failing:
            raise EmbeddingsFailure("out of order")
        return [json.dumps(embedding_of(text)) for text in request["input"]]
