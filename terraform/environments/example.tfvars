# A small deployment. Copy this file and follow docs/operations.md.

project            = "my-project"
region             = "europe-west1"
firestore_location = "eur3"

# Keeps instances warm for functions whose latency users notice.
min_instances = {
  context = 1
}

# Apply with "" first, add the key to the secret, then apply with "1".
openai_key_version     = ""
model_calls_at_once    = 20
model_calls_per_second = 5

model = {
  REKINDLE_MODEL = "gpt-4o-mini"
}

# US dollars per day for one user's analyses, and for all of them together.
daily_budget      = 0.25
deployment_budget = 50

# The settings of users who set none.
defaults = {
  userMemoryAnalysisInterval = 10
  memoryCharLimit            = 2200
}

# Your own pages that call the API, and your backends that act for users.
allowed_origins          = ["https://app.example.com"]
trusted_service_accounts = []
requests_per_minute      = 600

alert_emails    = ["oncall@example.com"]
runbook         = "docs/operations.md"
daily_cost      = 10
billing_account = ""

# The share of traces that Cloud Trace keeps.
trace_ratio = 0.1
