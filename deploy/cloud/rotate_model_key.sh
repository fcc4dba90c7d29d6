#!/usr/bin/env bash
# Rotates the model's key in Google Cloud, in two steps with time between them to look:
#
#   deploy/cloud/rotate_model_key.sh deploy PROJECT REGION VARIABLES < file-with-the-key
#   deploy/cloud/rotate_model_key.sh finish PROJECT REGION VARIABLES
#
# `deploy` tries the key, adds it as a version of the secret, writes that version into VARIABLES, the
# deployment's file of Terraform variables, and applies it. `finish` checks that the model's server has
# refused no request since, disables all other versions, and has maintenance repeat what failed. The key
# is read from standard input and is never an argument of a program, where others could see it.
set -euo pipefail

SECRET=openai-api-key
SERVICE=analyze-batch
REFUSED="resource.labels.service_name=\"$SERVICE\" AND jsonPayload.message:\"the model's server answers with an error, 401\""

fail() {
    echo "$1" >&2
    exit 1
}

version() { # the version that VARIABLES names
    sed -nE 's/^openai_key_version[[:space:]]*=[[:space:]]*"([0-9]*)".*/\1/p' "$VARIABLES"
}

base_url() {
    sed -nE 's/^openai_base_url[[:space:]]*=[[:space:]]*"([^"]*)".*/\1/p' "$VARIABLES"
}

deploy() {
    local key url new created ready
    key=$(cat)
    [ -n "$key" ] || fail "No key came from standard input. Nothing was changed."
    [ -n "$(version)" ] || fail "$VARIABLES sets no openai_key_version. Set up a model first, as docs/operations.md says."
    url=$(base_url)
    printf 'Authorization: Bearer %s' "$key" |
        curl --silent --show-error --fail --output /dev/null --header @- "${url:-https://api.openai.com/v1}/models" ||
        fail "The model's server does not take this key. Nothing was changed."

    new=$(printf %s "$key" | gcloud secrets versions add "$SECRET" --data-file=- --project="$PROJECT" --format='value(name)')
    new=${new##*/}
    echo "The key is version $new of the secret; version $(version) stays enabled."
    sed -E "s/^(openai_key_version[[:space:]]*=[[:space:]]*)\"[0-9]*\"/\1\"$new\"/" "$VARIABLES" > "$VARIABLES.new"
    mv "$VARIABLES.new" "$VARIABLES"
    terraform -chdir=terraform apply -var-file="$(cd "$(dirname "$VARIABLES")" && pwd)/$(basename "$VARIABLES")"

    created=$(gcloud run services describe "$SERVICE" --region="$REGION" --project="$PROJECT" --format='value(status.latestCreatedRevisionName)')
    ready=$(gcloud run services describe "$SERVICE" --region="$REGION" --project="$PROJECT" --format='value(status.latestReadyRevisionName)')
    [ "$created" = "$ready" ] ||
        fail "Revision $created does not start, so $ready still answers, with the old key. Look at its log: gcloud run services logs read $SERVICE --region=$REGION --project=$PROJECT"
    echo "Revision $ready has the new key. After some analyses, run: $0 finish $PROJECT $REGION $VARIABLES"
}

finish() {
    local current refusals name
    current=$(version)
    refusals=$(gcloud logging read "$REFUSED" --freshness=10m --limit=1 --format='value(timestamp)' --project="$PROJECT")
    [ -z "$refusals" ] ||
        fail "The model's server refused a key at $refusals, so nothing was disabled. Wait ten minutes if that was before the deployment; otherwise set openai_key_version back and apply."
    for name in $(gcloud secrets versions list "$SECRET" --filter=state=ENABLED --project="$PROJECT" --format='value(name)'); do
        [ "${name##*/}" = "$current" ] || gcloud secrets versions disable "${name##*/}" --secret="$SECRET" --project="$PROJECT"
    done
    gcloud scheduler jobs run rekindle-maintenance --location="$REGION" --project="$PROJECT"
    echo "Version $current is the only one enabled. If nothing fails for a day, destroy the others and revoke their keys."
}

[ $# -eq 4 ] || fail "usage: $0 deploy|finish PROJECT REGION VARIABLES"
PROJECT=$2 REGION=$3 VARIABLES=$4
[ -f "$VARIABLES" ] || fail "$VARIABLES is not there. Give the deployment's file of Terraform variables."
case $1 in
    deploy) deploy ;;
    finish) finish ;;
    *) fail "usage: $0 deploy|finish PROJECT REGION VARIABLES" ;;
esac
