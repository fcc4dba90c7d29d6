# All functions. To add one, add a line here and to main.py and, if it is public, its route to
# firebase.json; a test compares the three.

locals {
  declared = {
    profile           = { enqueues = ["analysis"] }
    memory            = { embeds = true }
    context           = { embeds = true }
    prompts           = {}
    sessions          = {}
    account           = { enqueues = ["analysis"] }
    mcp               = { embeds = true }
    access            = {}
    admin             = { enqueues = ["analysis"] }
    on_prompt_created = { public = false, enqueues = ["analysis"], event = local.prompt_created }
    on_user_deleted   = { public = false, event = local.user_deleted, timeout = 540 }
    analyze_batch     = { public = false, enqueues = ["analysis"], model = true, invokers = ["tasks"], timeout = 600, concurrency = 10 }
    run_maintenance   = { public = false, enqueues = ["analysis", "maintenance"], embeds = true, invokers = ["tasks", "scheduler"], timeout = 600 }
  }

  # The defaults for a function's settings.
  usual = {
    public      = true  # open to the internet; the code verifies a token
    enqueues    = []    # the queues that it adds tasks to
    model       = false # calls the model that analyzes prompts
    embeds      = false # calls the embedding model
    invokers    = []    # the service accounts that may call a private function
    event       = null  # the event that triggers it
    memory      = "512Mi"
    cpu         = "1"
    concurrency = 16 # simultaneous requests per instance, each in its own thread
    timeout     = 60 # seconds
  }

  prompt_created = {
    type   = "google.cloud.firestore.document.v1.created"
    region = google_firestore_database.main.location_id
    filters = [
      { attribute = "database", operator = null, value = google_firestore_database.main.name },
      { attribute = "document", operator = "match-path-pattern", value = "users/{uid}/prompts/{promptId}" },
    ]
  }

  # Firebase Authentication has no region; its events are global.
  user_deleted = {
    type    = "google.firebase.auth.user.v2.deleted"
    region  = "global"
    filters = []
  }

  functions = {
    for name, own in local.declared : name => merge(local.usual, own)
    if name != "on_user_deleted" || var.erase_with_account
  }

  # The name of a Cloud Run service has dashes in place of the function's underscores.
  services = { for name in keys(local.functions) : name => replace(name, "_", "-") }

  has_model     = var.openai_key_version != ""
  has_operators = var.operators_key_version != ""

  # The functions that need the key, if there is one.
  keyed = {
    for name, function in local.functions : name => function
    if local.has_model && (function.model || (function.embeds && var.embeddings != null))
  }

  # functions/wiring/config.py reads these. URLs are built from names rather than from deployed
  # functions, so that functions can refer to each other. Functions without the key get the base URL
  # too: it is enough for them to report the analyzer's name.
  environment = merge(
    {
      GOOGLE_CLOUD_PROJECT          = var.project
      REKINDLE_LOCATION             = var.region
      REKINDLE_QUEUE                = google_cloud_tasks_queue.main.name
      REKINDLE_MAINTENANCE_QUEUE    = google_cloud_tasks_queue.maintenance.name
      REKINDLE_FUNCTION_URLS        = "https://{service}-${data.google_project.this.number}.${var.region}.run.app"
      REKINDLE_TASK_SERVICE_ACCOUNT = google_service_account.caller["tasks"].email
      REKINDLE_ANALYZER             = local.has_model ? "openai" : "offline"

      REKINDLE_TRUSTED_SERVICE_ACCOUNTS = join(",", var.trusted_service_accounts)
      REKINDLE_AUDIENCE                 = var.audience
      REKINDLE_PUBLIC_URL               = var.public_url
      REKINDLE_APP_CHECK                = var.app_check ? "on" : "off"
      REKINDLE_ALLOWED_ORIGINS          = join(",", var.allowed_origins)
      REKINDLE_REQUESTS_PER_MINUTE      = tostring(var.requests_per_minute)
      REKINDLE_DAILY_BUDGET             = var.daily_budget == null ? "none" : tostring(var.daily_budget)
      REKINDLE_DEPLOYMENT_BUDGET        = var.deployment_budget == null ? "none" : tostring(var.deployment_budget)
      REKINDLE_MAX_NOTES                = format("%d", var.max_notes)
      REKINDLE_MAX_NOTE_BYTES           = format("%d", var.max_note_bytes)
      REKINDLE_DEFAULTS                 = jsonencode(var.defaults)
    },
    local.has_model ? merge({ OPENAI_BASE_URL = var.openai_base_url }, var.model) : {},
  )

  embeddings_environment = var.embeddings == null ? {} : {
    REKINDLE_EMBEDDINGS_MODEL      = var.embeddings.model
    REKINDLE_EMBEDDINGS_BASE_URL   = var.embeddings.base_url
    REKINDLE_EMBEDDINGS_DIMENSIONS = tostring(var.embeddings.dimensions)
  }
}

locals {
  # Operators see what the other functions have: the admin function neither has the model's key nor
  # calls a model.
  operators_environment = {
    REKINDLE_OPERATORS         = local.has_operators ? "on" : "off"
    REKINDLE_MODEL_KEY_VERSION = var.openai_key_version
    REKINDLE_BUILD             = trimsuffix(trimprefix(basename(local.package), "rekindle-"), ".zip")
  }

  traced = var.trace_ratio != null

  # A trace is kept or not by its ID, so that all functions agree, whatever Cloud Run's front end
  # writes into the headers.
  telemetry_environment = !local.traced ? {} : {
    OTEL_EXPORTER_OTLP_ENDPOINT = "https://telemetry.googleapis.com"
    OTEL_TRACES_SAMPLER         = "traceidratio"
    OTEL_TRACES_SAMPLER_ARG     = tostring(var.trace_ratio)
    OTEL_RESOURCE_ATTRIBUTES    = "gcp.project_id=${var.project},cloud.platform=gcp_cloud_run,cloud.region=${var.region},service.namespace=rekindle"
  }
}

resource "google_cloudfunctions2_function" "functions" {
  for_each = local.functions

  project     = var.project
  location    = var.region
  name        = local.services[each.key]
  description = "Rekindle: ${each.key}"

  build_config {
    runtime           = "python312"
    entry_point       = each.key
    service_account   = google_service_account.builder.id
    docker_repository = google_artifact_registry_repository.functions.id

    source {
      storage_source {
        bucket = google_storage_bucket.source.name
        object = google_storage_bucket_object.source.name
      }
    }
  }

  service_config {
    available_memory                 = each.value.memory
    available_cpu                    = each.value.cpu
    timeout_seconds                  = each.value.timeout
    max_instance_request_concurrency = each.value.concurrency
    min_instance_count               = lookup(var.min_instances, each.key, 0)
    max_instance_count               = each.value.model ? ceil(var.model_calls_at_once / each.value.concurrency) : var.max_instances
    ingress_settings                 = each.value.public ? "ALLOW_ALL" : "ALLOW_INTERNAL_ONLY"
    all_traffic_on_latest_revision   = true
    service_account_email            = google_service_account.function[each.key].email

    environment_variables = merge(
      local.environment,
      each.value.embeds || each.key == "admin" ? local.embeddings_environment : {},
      local.telemetry_environment,
      each.key == "admin" ? local.operators_environment : {},
      { THREADS = tostring(each.value.concurrency) },
    )

    dynamic "secret_environment_variables" {
      for_each = contains(keys(local.keyed), each.key) ? [google_secret_manager_secret.openai] : []

      content {
        key        = "OPENAI_API_KEY"
        project_id = var.project
        secret     = secret_environment_variables.value.secret_id
        version    = var.openai_key_version
      }
    }

    dynamic "secret_environment_variables" {
      for_each = each.key == "admin" && local.has_operators ? [google_secret_manager_secret.operators] : []

      content {
        key        = "REKINDLE_OPERATORS_KEY"
        project_id = var.project
        secret     = secret_environment_variables.value.secret_id
        version    = var.operators_key_version
      }
    }
  }

  dynamic "event_trigger" {
    for_each = each.value.event == null ? [] : [each.value.event]

    content {
      event_type            = event_trigger.value.type
      trigger_region        = event_trigger.value.region
      retry_policy          = "RETRY_POLICY_RETRY"
      service_account_email = google_service_account.caller["events"].email

      dynamic "event_filters" {
        for_each = event_trigger.value.filters

        content {
          attribute = event_filters.value.attribute
          operator  = event_filters.value.operator
          value     = event_filters.value.value
        }
      }
    }
  }

  depends_on = [
    google_artifact_registry_repository_iam_member.builder,
    google_project_iam_member.builder_logs,
    google_project_iam_member.builder_sources,
    google_project_iam_member.database,
    google_project_iam_member.events,
    google_project_iam_member.telemetry,
    google_secret_manager_secret_iam_member.openai,
    google_secret_manager_secret_iam_member.operators,
    google_storage_bucket_iam_member.builder,
  ]

  lifecycle {
    precondition {
      condition     = length(setsubtract(keys(var.min_instances), keys(local.functions))) == 0
      error_message = "min_instances names an unknown function. Use the names declared in functions.tf."
    }
  }
}
