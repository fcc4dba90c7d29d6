#!/usr/bin/env bash
# Pauses, drains and resumes the queue of analyses in Google Cloud:
#
#   deploy/cloud/queue.sh pause PROJECT REGION
#   deploy/cloud/queue.sh drain PROJECT REGION
#   deploy/cloud/queue.sh resume PROJECT REGION
#
# `pause` starts no more analyses, and waits until those that run have ended. `drain` lets the queue
# work, and waits until it is empty. `resume` starts analyses again. Each waits for half an hour at most.
set -euo pipefail

QUEUE=rekindle
WAIT=${WAIT_SECONDS:-10} # seconds between two looks
LOOKS=180

fail() {
    echo "$1" >&2
    exit 1
}

tasks() { # a line for each task: its name, and when its last attempt was sent and answered
    gcloud tasks list --queue="$QUEUE" --location="$REGION" --project="$PROJECT" --format='csv[no-heading](name, lastAttempt.dispatchTime, lastAttempt.responseTime)'
}

running() { # how many tasks were sent and not answered
    tasks | awk -F, '$2 != "" && $3 == "" { running++ } END { print running + 0 }'
}

waiting() { # how many tasks there are
    tasks | awk 'NF { waiting++ } END { print waiting + 0 }'
}

wait_until_none() {
    local left look
    for ((look = 0; look < LOOKS; look++)); do
        left=$("$1")
        [ "$left" -gt 0 ] || return 0
        echo "$left tasks are $1 …"
        sleep "$WAIT"
    done
    fail "$left tasks are still $1. See what analyses say: gcloud run services logs read analyze-batch --region=$REGION --project=$PROJECT"
}

state() {
    gcloud tasks queues describe "$QUEUE" --location="$REGION" --project="$PROJECT" --format='value(state)'
}

[ $# -eq 3 ] || fail "usage: $0 pause|drain|resume PROJECT REGION"
PROJECT=$2 REGION=$3
case $1 in
    pause)
        gcloud tasks queues pause "$QUEUE" --location="$REGION" --project="$PROJECT"
        wait_until_none running
        echo "Nothing is analyzed. What arrives waits until: $0 resume $PROJECT $REGION"
        ;;
    drain)
        [ "$(state)" = RUNNING ] || fail "The queue is paused, so it will not become empty. Resume it first: $0 resume $PROJECT $REGION"
        wait_until_none waiting
        echo "The queue is empty."
        ;;
    resume)
        gcloud tasks queues resume "$QUEUE" --location="$REGION" --project="$PROJECT"
        echo "Analyses go on, at the queue's own rate."
        ;;
    *) fail "usage: $0 pause|drain|resume PROJECT REGION" ;;
esac
