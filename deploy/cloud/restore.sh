#!/usr/bin/env bash
# Restores the database in Google Cloud, in two steps with time between them to look:
#
#   deploy/cloud/restore.sh fetch PROJECT REGION TIME [BACKUP]
#   deploy/cloud/restore.sh apply PROJECT REGION TIME
#   deploy/cloud/restore.sh erase-again PROJECT REGION TIME
#
# `fetch` makes the database `restored` of what was stored at TIME, a whole minute of the last seven days
# such as 2026-01-31T12:34:00Z, or of BACKUP, a name that `gcloud firestore backups list` shows, whose
# snapshot was taken at TIME. `apply` pauses the queue and the schedule, writes what is in `restored` over
# the documents of the same names, erases again who was erased since TIME, and resumes both. If it
# fails, they stay paused, and it can be run again. `erase-again` does only that part of it, as after a
# restore by other means.
set -euo pipefail

HERE=$(dirname "$0")
WAIT=${WAIT_SECONDS:-10} # seconds between two looks
LOOKS=180

fail() {
    echo "$1" >&2
    exit 1
}

fetch() {
    local location
    if [ -n "$BACKUP" ]; then
        gcloud firestore databases restore --source-backup="$BACKUP" --destination-database=restored --project="$PROJECT"
    else
        location=$(gcloud firestore databases describe --database='(default)' --project="$PROJECT" --format='value(locationId)')
        gcloud firestore export "gs://$PROJECT-restore/$TIME" --snapshot-time="$TIME" --project="$PROJECT"
        gcloud firestore databases create --database=restored --location="$location" --project="$PROJECT"
        gcloud firestore import "gs://$PROJECT-restore/$TIME" --database=restored --project="$PROJECT"
    fi
    echo "Look at the database restored. If it is what you want, run: $0 apply $PROJECT $REGION $TIME"
}

apply() {
    local folder
    trap '[ $? = 0 ] || echo "The restore is not complete, so the queue and the schedule stay paused. Correct the cause and run this again." >&2' EXIT
    "$HERE/queue.sh" pause "$PROJECT" "$REGION"
    gcloud scheduler jobs pause rekindle-maintenance --location="$REGION" --project="$PROJECT"
    folder="gs://$PROJECT-restore/restored-$(date -u +%Y%m%dT%H%M%S)"
    gcloud firestore export "$folder" --database=restored --project="$PROJECT"
    gcloud firestore import "$folder" --project="$PROJECT"
    erase_again
    gcloud scheduler jobs resume rekindle-maintenance --location="$REGION" --project="$PROJECT"
    "$HERE/queue.sh" resume "$PROJECT" "$REGION"
    echo "Cut off again what was cut off since, then delete the copies: gcloud firestore databases delete --database=restored --project=$PROJECT and gcloud storage rm --recursive gs://$PROJECT-restore"
}

erase_again() {
    local started url done look
    started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    url=$(gcloud run services describe run-maintenance --region="$REGION" --project="$PROJECT" --format='value(status.url)')
    gcloud tasks create-http-task --queue=rekindle-maintenance --location="$REGION" --project="$PROJECT" --method=POST \
        --url="$url" --header=Content-Type:application/json \
        --oidc-service-account-email="rekindle-tasks@$PROJECT.iam.gserviceaccount.com" \
        --body-content="{\"job\": \"eraseAgain\", \"since\": \"$TIME\"}"
    for ((look = 0; look < LOOKS; look++)); do
        done=$(gcloud logging read "resource.labels.service_name=\"run-maintenance\" AND jsonPayload.message:\"erased again since\" AND timestamp>=\"$started\"" --limit=1 --format='value(jsonPayload.message)' --project="$PROJECT")
        if [ -n "$done" ]; then
            echo "$done"
            return 0
        fi
        echo "Waiting for the erasures …"
        sleep "$WAIT"
    done
    fail "The erasures are not repeated yet. See why: gcloud run services logs read run-maintenance --region=$REGION --project=$PROJECT"
}

[ $# -eq 4 ] || [ "$#/$1" = "5/fetch" ] || fail "usage: $0 fetch|apply|erase-again PROJECT REGION TIME [BACKUP]"
PROJECT=$2 REGION=$3 TIME=$4 BACKUP=${5:-}
[[ "$TIME" =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$ ]] ||
    fail "$TIME is not a time such as 2026-01-31T12:34:00Z."
case $1 in
    fetch) fetch ;;
    apply) apply ;;
    erase-again) erase_again ;;
    *) fail "usage: $0 fetch|apply|erase-again PROJECT REGION TIME [BACKUP]" ;;
esac
