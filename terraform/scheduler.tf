# Runs maintenance every hour. Running it late or twice does no harm.

resource "google_cloud_scheduler_job" "maintenance" {
  project          = var.project
  region           = var.region
  name             = "rekindle-maintenance"
  description      = "Decay, expiry and stuck batches"
  schedule         = "17 * * * *"
  time_zone        = "Etc/UTC"
  attempt_deadline = "600s"

  retry_config {
    retry_count          = 3
    min_backoff_duration = "30s"
  }

  http_target {
    http_method = "POST"
    uri         = google_cloudfunctions2_function.functions["run_maintenance"].service_config[0].uri

    oidc_token {
      service_account_email = google_service_account.caller["scheduler"].email
      audience              = google_cloudfunctions2_function.functions["run_maintenance"].service_config[0].uri
    }
  }
}
