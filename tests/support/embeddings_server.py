"""A local HTTP server that speaks OpenAI's embeddings API, with a model of a few meanings."""

import json

from bench.peers.embeddings_http import EmbeddingsFailure, EmbeddingsHttp

MEANINGS = [
    {"car", "automobile", "vehicle", "engine"},
    {"doctor", "physician", "hospital", "medicine"},
    {"sea", "ocean", "beach", "waves"},
    {"bread", "baker", "loaf", "flour"},
]


def meaning_of(text):
    """A vector: how much of each meaning the text has, and a little of everything else."""
    words = {word.strip(".,?!:").lower() for word in text.split()}
    return [float(len(words & meaning)) for meaning in MEANINGS] + [0.1]


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
        return [json.dumps(meaning_of(text)) for text in request["input"]]
