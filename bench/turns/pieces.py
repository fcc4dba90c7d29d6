"""The pieces that the network splits texts into: those of its base that its languages need."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as model

from bench.turns.base import SPECIAL, UNKNOWN, Base

_OFTEN = 2
"""How often a piece occurs in what the network is taught with to be kept in any case."""
_SCRIPTS = (
    (re.compile("▁?[\u0020-\u024f\u2010-\u2030\u20ac]+"), 26_000),
    (re.compile("▁?[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+"), 9_000),
)
"""The Latin letters and the Japanese signs, and how many of their likeliest pieces are kept."""
_ALPHABET = ["abcdefghij klmnopqrst"] * 100


def kept(base: Base, texts: Iterable[str]) -> Sequence[int]:
    """Returns the pieces that are kept, by their numbers in the base.

    Args:
        base: the model.
        texts: what the network is taught with.
    """
    everything = splitting_into(base, range(len(base.pieces)))
    every = sentencepiece.SentencePieceProcessor(model_proto=everything)
    counts = Counter(piece for text in texts for piece in every.encode_as_ids(text))
    found = {piece for piece, count in counts.items() if count >= _OFTEN} | {*SPECIAL}
    likeliest = sorted(range(len(base.pieces)), key=lambda one: -base.scores[one])
    for script, count in _SCRIPTS:
        found |= {*[one for one in likeliest if script.fullmatch(base.pieces[one])][:count]}
    return sorted(found)


def splitting_into(base: Base, pieces: Sequence[int]) -> bytes:
    """Returns the file by which SentencePiece splits texts into some pieces of the base.

    Args:
        base: the model.
        pieces: the pieces, by their numbers in the base.
    """
    made = io.BytesIO()
    # SentencePiece writes its rules of normalizing only into a model that it makes.
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(_ALPHABET),
        model_writer=made,
        vocab_size=26,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=2,
    )
    found = model.ModelProto.FromString(made.getvalue())
    kind = model.ModelProto.SentencePiece
    del found.pieces[:]
    for one in pieces:
        special = kind.UNKNOWN if one == UNKNOWN else kind.CONTROL
        how = special if one in SPECIAL else kind.NORMAL
        found.pieces.add(piece=base.pieces[one], score=base.scores[one], type=how)
    found.trainer_spec.Clear()
    about = found.trainer_spec
    about.model_type, about.vocab_size = about.UNIGRAM, len(pieces)
    about.bos_id, about.pad_id, about.eos_id, about.unk_id = SPECIAL
    return found.SerializeToString()
