"""`admin`: what whoever runs the deployment may see and do. None of its routes has content."""

from collections.abc import Sequence
from typing import Annotated

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.answers.operating import (
    ConfigurationAnswer,
    FailedBatchesAnswer,
    FailedBatchView,
    LooksAnswer,
    LookView,
    ParkedAnswer,
    ParkedView,
    ReleasedAnswer,
    RetriedAnswer,
    RunsAnswer,
    RunView,
    SpendersAnswer,
    SpenderView,
    SpendingAnswer,
    SpendingDay,
    UserFigures,
    UsersAnswer,
    spent_of,
)
from functions.http.deadlines import Limit
from functions.http.operators import BATCH, USER, WORK, Desk, SealedPage, no_such, operator_route
from functions.http.routing import Answer, Api
from functions.wiring.shown import shown
from shared.base.model import RequestModel
from shared.operating.ports import FailedBatch, Parked

api = Api()
AT_ONCE = 25
"""How much one request tries again."""


class UidIn(RequestModel):
    """The uid of a user, as the app and the Firebase console have it."""

    uid: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class PageIn(RequestModel):
    """Where to go on, if there is more than one request tries again."""

    page_token: Annotated[str, Field(max_length=2000)] | None = None


class DaysQuery(RequestModel):
    """How many days to show, today included."""

    days: Annotated[int, Field(ge=1, le=31)] = 7


@operator_route(api, "GET", "/v1/admin/users", query=SealedPage, answers=UsersAnswer)
def list_users(desk: Desk) -> Answer:
    """Lists users under sealed ids, with the size of their data and their last activity."""
    query = desk.call.query(SealedPage)
    found = desk.call.services.operators.accounts(
        query.page_size, desk.after(query.page_token, "users")
    )
    desk.shows([account.uid for account in found.items])
    users = [UserFigures.of(desk.user(account.uid), account) for account in found.items]
    return Answer(UsersAnswer(users=users, next_page_token=desk.token(found.after, "users")))


@operator_route(api, "POST", "/v1/admin/users/find", body=UidIn, answers=UserFigures)
def find_user(desk: Desk) -> Answer:
    """Gets the figures of the user with a uid, and the sealed id for the other routes."""
    return _user(desk, desk.call.body(UidIn).uid)


@operator_route(api, "GET", "/v1/admin/users/<id>", answers=UserFigures)
def get_user(desk: Desk) -> Answer:
    """Gets the figures of one user."""
    return _user(desk, *desk.named(USER, 1))


@operator_route(api, "GET", "/v1/admin/batches", query=SealedPage, answers=FailedBatchesAnswer)
def list_failed_batches(desk: Desk) -> Answer:
    """Lists batches that failed, the last to fail first."""
    query = desk.call.query(SealedPage)
    after = desk.after(query.page_token, "batches")
    found = desk.call.services.operators.failed_batches(query.page_size, after)
    desk.shows(_owners(found.items))
    batches = [
        FailedBatchView.of(desk.seals.seal(BATCH, each.uid, each.id), desk.user(each.uid), each)
        for each in found.items
    ]
    token = desk.token(found.after, "batches")
    return Answer(FailedBatchesAnswer(batches=batches, next_page_token=token))


@operator_route(
    api,
    "POST",
    "/v1/admin/batches/retry",
    body=PageIn,
    answers=RetriedAnswer,
    limit=Limit.REPAIR,
)
def retry_batches(desk: Desk) -> Answer:
    """Queues failed batches again, up to 25 in one request. Learning that is off stays off."""
    after = desk.after(desk.call.body(PageIn).page_token, "batches")
    found = desk.call.services.operators.failed_batches(AT_ONCE, after)
    desk.shows(_owners(found.items))
    done = desk.call.services.retries.batches([(each.uid, each.id) for each in found.items])
    token = desk.token(found.after, "batches")
    return Answer(RetriedAnswer(retried=done.retried, left=dict(done.left), next_page_token=token))


@operator_route(api, "POST", "/v1/admin/batches/<id>/retry", answers=RetriedAnswer)
def retry_batch(desk: Desk) -> Answer:
    """Queues one failed batch again."""
    uid, batch_id = desk.named(BATCH, 2)
    desk.shows([uid], named=uid)
    done = desk.call.services.retries.batches([(uid, batch_id)])
    return Answer(RetriedAnswer(retried=done.retried, left=dict(done.left)))


@operator_route(api, "GET", "/v1/admin/parked", query=SealedPage, answers=ParkedAnswer)
def list_parked(desk: Desk) -> Answer:
    """Lists work that maintenance has parked, the longest parked first."""
    query = desk.call.query(SealedPage)
    after = desk.after(query.page_token, "parked")
    found = desk.call.services.operators.parked(query.page_size, after)
    desk.shows(_owners(found.items))
    parked = [
        ParkedView.of(
            desk.seals.seal(WORK, each.uid, each.setback.kind, each.setback.item),
            desk.user(each.uid),
            each,
        )
        for each in found.items
    ]
    token = desk.token(found.after, "parked")
    return Answer(ParkedAnswer(parked=parked, next_page_token=token))


@operator_route(
    api,
    "POST",
    "/v1/admin/parked/release",
    body=PageIn,
    answers=ReleasedAnswer,
    limit=Limit.REPAIR,
)
def release_all(desk: Desk) -> Answer:
    """Lets the next sweep try parked work again, up to 25 pieces in one request."""
    after = desk.after(desk.call.body(PageIn).page_token, "parked")
    found = desk.call.services.operators.parked(AT_ONCE, after)
    desk.shows(_owners(found.items))
    released = [
        desk.call.services.retries.release(each.uid, each.setback.kind, each.setback.item)
        for each in found.items
    ]
    token = desk.token(found.after, "parked")
    return Answer(ReleasedAnswer(released=sum(released), next_page_token=token))


@operator_route(api, "POST", "/v1/admin/parked/<id>/release", answers=ReleasedAnswer)
def release(desk: Desk) -> Answer:
    """Lets the next sweep try one piece of parked work again."""
    uid, kind, item = desk.named(WORK, 3)
    desk.shows([uid], named=uid)
    if not desk.call.services.retries.release(uid, kind, item):
        raise no_such(WORK)
    return Answer(ReleasedAnswer(released=1))


@operator_route(api, "GET", "/v1/admin/spending", query=DaysQuery, answers=SpendingAnswer)
def spending(desk: Desk) -> Answer:
    """Shows what analyses cost, by day, and the budgets."""
    days = desk.call.services.operators.spending(desk.call.query(DaysQuery).days)
    config = desk.call.services.config
    return Answer(
        SpendingAnswer(
            days=[SpendingDay(day=each.day, amount=each.amount) for each in days],
            deployment_budget=config.deployment_budget,
            user_budget=config.daily_budget,
        )
    )


@operator_route(api, "GET", "/v1/admin/spending/users", query=SealedPage, answers=SpendersAnswer)
def list_spenders(desk: Desk) -> Answer:
    """Lists the users with an analysis today; who spent most comes first."""
    query = desk.call.query(SealedPage)
    after = desk.after(query.page_token, "spenders")
    found = desk.call.services.operators.spenders(query.page_size, after)
    desk.shows([account.uid for account in found.items])
    users = [
        SpenderView(user=desk.user(account.uid), spent=spent_of(account)) for account in found.items
    ]
    budget, token = desk.call.services.config.daily_budget, desk.token(found.after, "spenders")
    return Answer(SpendersAnswer(users=users, user_budget=budget, next_page_token=token))


@operator_route(api, "GET", "/v1/admin/runs", query=SealedPage, answers=RunsAnswer)
def list_runs(desk: Desk) -> Answer:
    """Lists runs of maintenance, the newest first."""
    query = desk.call.query(SealedPage)
    found = desk.call.services.operators.runs(query.page_size, desk.after(query.page_token, "runs"))
    runs = [RunView.of(run) for run in found.items]
    return Answer(RunsAnswer(runs=runs, next_page_token=desk.token(found.after, "runs")))


@operator_route(api, "GET", "/v1/admin/looks", query=SealedPage, answers=LooksAnswer)
def list_looks(desk: Desk) -> Answer:
    """Lists what operators have looked at and done, the newest first."""
    query = desk.call.query(SealedPage)
    found = desk.call.services.operators.looks(
        query.page_size, desk.after(query.page_token, "looks")
    )
    looks = [LookView.of(look) for look in found.items]
    return Answer(LooksAnswer(looks=looks, next_page_token=desk.token(found.after, "looks")))


@operator_route(api, "GET", "/v1/admin/configuration", answers=ConfigurationAnswer)
def configuration(desk: Desk) -> Answer:
    """Shows the version, and the variables in effect without their secrets."""
    from functions.http.openapi import VERSION

    config = desk.call.services.config
    return Answer(
        ConfigurationAnswer(
            version=VERSION,
            build=config.build,
            revision=config.revision,
            variables=shown(config),
            defaults=config.defaults,
        ),
        show_nulls=True,
    )


def _user(desk: Desk, uid: str) -> Answer:
    account = desk.call.services.operators.account(uid)
    desk.shows([uid], named=uid)
    if account is None:
        raise no_such(USER)
    return Answer(UserFigures.of(desk.user(uid), account))


def _owners(items: Sequence[FailedBatch | Parked]) -> list[str]:
    return [item.uid for item in items]


@functions_framework.http
def admin(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)
