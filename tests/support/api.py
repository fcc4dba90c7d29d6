"""The public API for tests."""

from typing import Any

import httpx

from emulator.client import StackProcess
from tests.support.contract import check_answer


class Api:
    """The public API of one user, with shortcuts; checks each answer against its contract."""

    def __init__(self, client: httpx.Client, stack: StackProcess) -> None:
        client.event_hooks["response"].append(check_answer)
        self.client = client
        self.stack = stack

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """Makes a call that must succeed; returns its JSON."""
        answer = self.client.request(method, path, json=body, **options)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def get(self, path: str, **params: Any) -> Any:
        """Makes a GET that must succeed; returns its JSON."""
        return self.call("GET", path, params=params)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        """Makes a POST that must succeed; returns its JSON."""
        return self.call("POST", path, body, **options)

    def refused(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """Makes a call that must be refused; returns its error."""
        answer = self.client.request(method, path, json=body, **options)
        assert answer.status_code >= 400, f"{method} {path}: {answer.status_code} {answer.text}"
        error = answer.json()["error"]
        assert error["code"] == answer.status_code
        return error

    def say(self, *texts: str, wait: bool = True) -> list[str]:
        """Records prompts one by one; returns their ids."""
        ids = [
            self.post("/v1/prompts", {"prompts": [{"content": text}]})["prompts"][0]["id"]
            for text in texts
        ]
        if wait:
            self.stack.idle()
        return ids

    def profile(self) -> Any:
        """The current profile."""
        return self.get("/v1/profile")["profile"]

    def lasting(self) -> Any:
        """The current profile, in a form that can be compared with a later one."""
        return lasting(self.profile())

    def batches(self) -> Any:
        """The batches, newest first."""
        return self.get("/v1/batches")["batches"]

    def learn(self, *texts: str) -> Any:
        """Records prompts and has them analyzed at once; returns the batch."""
        self.say(*texts)
        batch_id = self.post("/v1/profile/refresh")["batchId"]
        self.stack.idle()
        return self.get(f"/v1/batches/{batch_id}")


def lasting(profile: Any) -> Any:
    """The profile with rounded confidences, whose sixth digit fades within seconds."""
    return profile | {
        part: [{**item, "confidence": round(item["confidence"], 3)} for item in profile[part]]
        for part in ("aboutMeta", "preferences")
    }
