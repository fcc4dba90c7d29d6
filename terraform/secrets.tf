# The secret for the model's API key. Its value is added by hand, so Terraform never sees it:
#   gcloud secrets versions add openai-api-key --data-file=-

resource "google_secret_manager_secret" "openai" {
  project   = var.project
  secret_id = "openai-api-key"

  replication {
    auto {}
  }

  depends_on = [google_project_service.apis]

  lifecycle {
    prevent_destroy = true
  }
}

# The key of the operator's API, added by hand as well:
#   openssl rand -hex 32 | tr -d '\n' | gcloud secrets versions add operators-key --data-file=-

resource "google_secret_manager_secret" "operators" {
  project   = var.project
  secret_id = "operators-key"

  replication {
    auto {}
  }

  depends_on = [google_project_service.apis]

  lifecycle {
    prevent_destroy = true
  }
}

resource "google_secret_manager_secret_iam_member" "operators" {
  count = local.has_operators ? 1 : 0

  project   = var.project
  secret_id = google_secret_manager_secret.operators.secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.function["admin"].member
}

resource "google_secret_manager_secret_iam_member" "openai" {
  for_each = local.keyed

  project   = var.project
  secret_id = google_secret_manager_secret.openai.secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.function[each.key].member
}
