"""The last spans, by trace."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from emulator.traces.otlp import KeptSpan

MOST = 20_000
"""How many spans are kept; then the traces that began first are forgotten."""
_REQUEST = "rekindle.request_id"


class KeptSpans:
    """Spans in memory.

    Args:
        most: how many to keep.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._count = 0
        self._traces: OrderedDict[str, list[KeptSpan]] = OrderedDict()

    def add(self, spans: Iterable[KeptSpan]) -> None:
        """Keeps spans, and forgets the oldest traces if there are too many."""
        for span in spans:
            self._traces.setdefault(span.trace, []).append(span)
            self._count += 1
        while self._count > self._most and len(self._traces) > 1:
            _, forgotten = self._traces.popitem(last=False)
            self._count -= len(forgotten)

    def of_request(self, request_id: str) -> list[KeptSpan]:
        """Returns what a request caused, in order of time; nothing if it is not known.

        That is its trace, and from others the spans that are linked to it, such as the analysis of
        a batch that a later request completed, with all that these caused.
        """
        found = {span.trace for span in self._all() if span.attributes.get(_REQUEST) == request_id}
        own = [span for trace in found for span in self._traces[trace]]
        ids = {span.id for span in own}
        linked = [
            below
            for span in self._all()
            if span.trace not in found and ids.intersection(span.links)
            for below in self._below(span)
        ]
        return sorted(
            {span.id: span for span in (*own, *linked)}.values(), key=lambda span: span.start
        )

    def _below(self, top: KeptSpan) -> Iterator[KeptSpan]:
        """Yields a span and all that it caused."""
        yield top
        for span in self._traces[top.trace]:
            if span.parent == top.id:
                yield from self._below(span)

    def _all(self) -> Iterator[KeptSpan]:
        return (span for spans in self._traces.values() for span in spans)
