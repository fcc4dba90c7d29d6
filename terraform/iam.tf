# Service accounts and permissions. Each function has its own account with only what it needs.

resource "google_service_account" "function" {
  for_each = local.functions

  project      = var.project
  account_id   = "rekindle-${local.services[each.key]}"
  display_name = "Runs ${each.key}"
}

# Every function may read and write documents, in this database only.
resource "google_project_iam_member" "database" {
  for_each = local.functions

  project = var.project
  role    = "roles/datastore.user"
  member  = google_service_account.function[each.key].member

  condition {
    title      = "Rekindle's database"
    expression = "resource.name == \"projects/${var.project}/databases/${google_firestore_database.main.name}\""
  }
}

# With traces, every function may write spans and figures, and read none.
resource "google_project_iam_member" "telemetry" {
  for_each = local.traced ? local.functions : {}

  project = var.project
  role    = "roles/telemetry.writer"
  member  = google_service_account.function[each.key].member
}

# Functions that enqueue tasks may do so in their queues only, and attach the caller's identity.
locals {
  enqueuing = { for name, function in local.functions : name => function if length(function.enqueues) > 0 }

  queues = {
    analysis    = google_cloud_tasks_queue.main.name
    maintenance = google_cloud_tasks_queue.maintenance.name
  }

  additions = merge([
    for name, function in local.enqueuing : {
      for queue in function.enqueues : "${name} adds to ${queue}" => { function = name, queue = queue }
    }
  ]...)
}

resource "google_cloud_tasks_queue_iam_member" "enqueuer" {
  for_each = local.additions

  project  = var.project
  location = var.region
  name     = local.queues[each.value.queue]
  role     = "roles/cloudtasks.enqueuer"
  member   = google_service_account.function[each.value.function].member
}

resource "google_service_account_iam_member" "acts_as_tasks" {
  for_each = local.enqueuing

  service_account_id = google_service_account.caller["tasks"].name
  role               = "roles/iam.serviceAccountUser"
  member             = google_service_account.function[each.key].member
}

# The accounts that call private functions: for the queue, the scheduler and events.
resource "google_service_account" "caller" {
  for_each = {
    tasks     = "Calls functions for Cloud Tasks"
    scheduler = "Calls functions for Cloud Scheduler"
    events    = "Calls functions for Eventarc"
  }

  project      = var.project
  account_id   = "rekindle-${each.key}"
  display_name = each.value
}

resource "google_project_iam_member" "events" {
  project = var.project
  role    = "roles/eventarc.eventReceiver"
  member  = google_service_account.caller["events"].member
}

locals {
  private_calls = merge([
    for name, function in local.functions : {
      for caller in concat(function.invokers, function.event == null ? [] : ["events"]) :
      "${caller} calls ${name}" => { function = name, caller = caller }
    }
  ]...)
}

resource "google_cloud_run_service_iam_member" "private" {
  for_each = local.private_calls

  project  = var.project
  location = var.region
  service  = google_cloudfunctions2_function.functions[each.value.function].name
  role     = "roles/run.invoker"
  member   = google_service_account.caller[each.value.caller].member
}

# Anyone can reach the public functions; each of their routes verifies a Firebase ID token in code.
resource "google_cloud_run_service_iam_member" "public" {
  for_each = { for name, function in local.functions : name => function if function.public }

  project  = var.project
  location = var.region
  service  = google_cloudfunctions2_function.functions[each.key].name
  role     = "roles/run.invoker"
  member   = "allUsers"
}
