# The queue between counting and analysis, whose limits keep calls within the model's own limits, and
# the queue of maintenance, so that neither waits for the other.

resource "google_cloud_tasks_queue" "main" {
  project  = var.project
  location = var.region
  name     = "rekindle"

  rate_limits {
    max_concurrent_dispatches = var.model_calls_at_once
    max_dispatches_per_second = var.model_calls_per_second
  }

  retry_config {
    max_attempts  = 12
    min_backoff   = "10s"
    max_backoff   = "600s"
    max_doublings = 6
  }

  stackdriver_logging_config {
    sampling_ratio = 0.1
  }

  depends_on = [google_project_service.apis]
}

resource "google_cloud_tasks_queue" "maintenance" {
  project  = var.project
  location = var.region
  name     = "rekindle-maintenance"

  rate_limits {
    max_concurrent_dispatches = 20
    max_dispatches_per_second = 20
  }

  retry_config {
    max_attempts  = 12
    min_backoff   = "10s"
    max_backoff   = "600s"
    max_doublings = 6
  }

  stackdriver_logging_config {
    sampling_ratio = 0.1
  }

  depends_on = [google_project_service.apis]
}
