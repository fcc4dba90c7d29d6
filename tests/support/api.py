"""The public API, as tests use it."""

from typing import Any

import httpx

from emulator.client import StackProcess
from tests.support.contract import check_answer


class Api:
    """The public API with the shortcuts that tests need."""

    def __init__(self, client: httpx.Client, stack: StackProcess) -> None:
        client.event_hooks["response"].append(check_answer)
        self.client = client
        self.stack = stack

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """A call that must succeed; its JSON."""
        answer = self.client.request(method, path, json=body, **options)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def get(self, path: str, **params: Any) -> Any:
        """GET, which must succeed."""
        return self.call("GET", path, params=params)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        """POST, which must succeed."""
        return self.call("POST", path, body, **options)

    def refused(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """A call that must be refused; its error."""
        answer = self.client.request(method, path, json=body, **options)
        assert answer.status_code >= 400, f"{method} {path}: {answer.status_code} {answer.text}"
        error = answer.json()["error"]
        assert error["code"] == answer.status_code
        return error

    def say(self, *texts: str, wait: bool = True) -> list[str]:
        """Records prompts one by one; their ids."""
        ids = [
            self.post("/v1/prompts", {"prompts": [{"content": text}]})["prompts"][0]["id"]
            for text in texts
        ]
        if wait:
            self.stack.idle()
        return ids

    def profile(self) -> Any:
        """The profile as it stands."""
        return self.get("/v1/profile")["profile"]

    def lasting(self) -> Any:
        """The profile as it stands, as it can be held against a later reading."""
        return lasting(self.profile())

    def batches(self) -> Any:
        """The batches, newest first."""
        return self.get("/v1/batches")["batches"]

    def learn(self, *texts: str) -> Any:
        """Records prompts and has them analysed at once; the batch."""
        self.say(*texts)
        batch_id = self.post("/v1/profile/refresh")["batchId"]
        self.stack.idle()
        return self.get(f"/v1/batches/{batch_id}")


def lasting(profile: Any) -> Any:
    """The profile with confidences to the thousandth: in the sixth digit they fade by seconds."""
    return profile | {
        part: [{**item, "confidence": round(item["confidence"], 3)} for item in profile[part]]
        for part in ("aboutMeta", "preferences")
    }
