"""A server's words as they may be logged: only those that servers use about requests.

An error may quote the request, the model's answer or the key. So nothing but a closed vocabulary
passes, and numbers that the request does not have; everything else becomes an ellipsis.
"""

import re

LONGEST = 300
"""The most of a server's words in a log line, in characters."""
_GAP = "…"
_WORD = re.compile(r"[^\W_]+")
_ODD = re.compile(r"[^A-Za-z0-9 .,:;'\"()\[\]/_…-]+")
_GAPS = re.compile(r"…[\s…'\".,:;()\[\]/_-]*(?=…)")

VOCABULARY = frozenset(
    """
    a about above access account ai allowed already also an and another any api apikey argument
    array as at authentication authorization available azure balance bad base be because been
    before below between billing body but by call can cannot capacity chat check choose client
    code compatible compile completion completions connection content context could count create
    credit credits currently default deployment deprecated describe details developer did disabled
    do does doesn documentation due each either empty enable enabled endpoint endpoints engine
    error exceed exceeded exceeds exist exists expected extra failed false feature field fields
    filter filtered filtering following for forbidden format found from full function gateway
    generate generation given grammar greater guided has have http https id if in includes
    incorrect increase input inputs instead insufficient integer internal invalid is issue it item
    its join json key known language later learn least length less limit limited limits list load
    loaded loading local lower management many matching max maximum may message messages method
    min minimum minute missing mode model models more must name need needed negative new no not
    null number object of off offline on once one only openai operation option or organization
    other out output over overloaded own param parameter parameters parse pass path per permission
    permitted permissions plan please policy pool prefill project prompt properties property
    provide provided provider quota rate read reasoning received reduce refused region reject
    rejected remaining remove replace request requested requests require required requires reset
    resource response responses retry role root route router safety schema schemas see select
    selected send server service set setting should size slot small specified specify status
    still stop stream strict string structured subscription such support supported supporting
    supports switch system temperature temporarily than that the their then there this time timed
    timeout timeouts to token tokens tool tools too total tpm true try type types unable
    unauthorized unavailable under unknown unprocessable unrecognized unset unsupported until
    upgrade upstream url usage use used user using valid validation value values verify version
    versions violation was we were when which while window with without word would wrong yet you
    your
    """.split()
)


def plain(words: str, said: str, own: str = "") -> str:
    """Returns a server's words without anything that may be content.

    Args:
        words: what the server said.
        said: the request, none of whose numbers are repeated.
        own: names of the deployment's own, such as the model's, which may stand.
    """
    known = {word.lower() for word in _WORD.findall(own)}

    def keep(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in VOCABULARY or word.lower() in known:
            return word
        is_number = word.isascii() and word.isdigit() and len(word) <= 7
        return word if is_number and word not in said else _GAP

    kept = _ODD.sub(" ", _WORD.sub(keep, words[: 4 * LONGEST]))
    return _GAPS.sub("", " ".join(kept.split()))[:LONGEST].strip()
