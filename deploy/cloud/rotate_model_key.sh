#!/usr/bin/env bash
# Rotates the model's key in Google Cloud, in two steps with time between them to look:
#
#   deploy/cloud/rotate_model_key.sh deploy PROJECT REGION VARIABLES < file-with-the-key
#   deploy/cloud/rotate_model_key.sh finish PROJECT REGION VARIABLES
#
# `deploy` tries the key, adds it as a version of the secret, shows and applies Terraform's plan for that
# version, and writes the version into VARIABLES, the deployment's file of Terraform variables. If the
# plan cannot be applied, VARIABLES stays as it is. `finish` checks that the version in VARIABLES is the
# one in use and that the model's server has refused no request since, disables all other versions, and
# has maintenance repeat what failed. The key is read from standard input and is never an argument of a
# program, where others could see it.
set -euo pipefail

SECRET=openai-api-key
SERVICE=analyze-batch
REFUSED="resource.labels.service_name=\"$SERVICE\" AND jsonPayload.message:\"the model's server answers with an error, 401\""

fail() {
    echo "$1" >&2
    exit 1
}

version() { # the version that VARIABLES names: a number, latest, or nothing
    sed -nE 's/^openai_key_version[[:space:]]*=[[:space:]]*"([^"]*)".*/\1/p' "$VARIABLES"
}

named_version() { # the number of the version that VARIABLES names
    local named
    named=$(version)
    [[ "$named" =~ ^[1-9][0-9]*$ ]] ||
        fail "$VARIABLES names ${named:-no version} as openai_key_version, so nothing tells which key is in use. Set it to that version's number and apply. Nothing was changed."
    echo "$named"
}

ready_revision() {
    gcloud run services describe "$SERVICE" --region="$REGION" --project="$PROJECT" --format='value(status.latestReadyRevisionName)'
}

version_of() { # the version of the secret that a revision reads
    gcloud run revisions describe "$1" --region="$REGION" --project="$PROJECT" --format=json |
        python3 -c 'import json, sys
variables = json.load(sys.stdin)["spec"]["containers"][0].get("env", [])
references = [each.get("valueFrom", {}).get("secretKeyRef", {}) for each in variables if each["name"] == "OPENAI_API_KEY"]
print(references[0].get("key", "") if references else "")'
}

base_url() {
    sed -nE 's/^openai_base_url[[:space:]]*=[[:space:]]*"([^"]*)".*/\1/p' "$VARIABLES"
}

deploy() {
    local key url old new created ready folder
    key=$(cat)
    [ -n "$key" ] || fail "No key came from standard input. Nothing was changed."
    old=$(named_version)
    url=$(base_url)
    printf 'Authorization: Bearer %s' "$key" |
        curl --silent --show-error --fail --output /dev/null --header @- "${url:-https://api.openai.com/v1}/models" ||
        fail "The model's server does not take this key. Nothing was changed."

    new=$(printf %s "$key" | gcloud secrets versions add "$SECRET" --data-file=- --project="$PROJECT" --format='value(name)')
    new=${new##*/}
    echo "The key is version $new of the secret; version $old stays enabled."

    # Standard input is used up, so Terraform must not ask: what it applies is the plan that it shows.
    folder=$(mktemp -d)
    trap "rm -rf '$folder'" EXIT
    { terraform -chdir=terraform plan -input=false -out="$folder/plan" \
        -var-file="$(cd "$(dirname "$VARIABLES")" && pwd)/$(basename "$VARIABLES")" -var="openai_key_version=$new" &&
        terraform -chdir=terraform apply -input=false "$folder/plan"; } ||
        fail "Terraform did not apply version $new, so $VARIABLES still names $old. Correct the cause, disable version $new (gcloud secrets versions disable $new --secret=$SECRET --project=$PROJECT), and begin again."
    sed -E "s/^(openai_key_version[[:space:]]*=[[:space:]]*)\"[0-9]*\"/\1\"$new\"/" "$VARIABLES" > "$VARIABLES.new"
    mv "$VARIABLES.new" "$VARIABLES"

    created=$(gcloud run services describe "$SERVICE" --region="$REGION" --project="$PROJECT" --format='value(status.latestCreatedRevisionName)')
    ready=$(ready_revision)
    [ "$created" = "$ready" ] ||
        fail "Revision $created does not start, so $ready still answers, with the old key. Look at its log: gcloud run services logs read $SERVICE --region=$REGION --project=$PROJECT"
    echo "Revision $ready has the new key. After some analyses, run: $0 finish $PROJECT $REGION $VARIABLES"
}

finish() {
    local current used refusals enabled name
    current=$(named_version)
    used=$(version_of "$(ready_revision)")
    [ "$used" = "$current" ] ||
        fail "The revision that answers reads ${used:-no version} of the key, but $VARIABLES names $current. Apply it first. Nothing was disabled."
    enabled=$(gcloud secrets versions list "$SECRET" --filter=state=ENABLED --project="$PROJECT" --format='value(name)')
    grep -qxE "(.*/)?$current" <<< "$enabled" ||
        fail "Version $current of the secret is not enabled, though $VARIABLES names it. Enable it (gcloud secrets versions enable $current --secret=$SECRET --project=$PROJECT). Nothing was disabled."
    refusals=$(gcloud logging read "$REFUSED" --freshness=10m --limit=1 --format='value(timestamp)' --project="$PROJECT")
    [ -z "$refusals" ] ||
        fail "The model's server refused a key at $refusals, so nothing was disabled. Wait ten minutes if that was before the deployment; otherwise set openai_key_version back and apply."
    for name in $enabled; do
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
