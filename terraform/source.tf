# The archive that `make package` built, named after its content, and what builds images from it.

locals {
  build    = "${path.module}/../build"
  packages = fileset(local.build, "rekindle-*.zip")
  package  = var.package != "" ? var.package : "${local.build}/${one(local.packages)}"
}

resource "google_storage_bucket" "source" {
  project                     = var.project
  name                        = "${var.project}-rekindle-source"
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"

  versioning {
    enabled = true
  }

  lifecycle_rule {
    condition {
      num_newer_versions = 3
      with_state         = "ARCHIVED"
    }

    action {
      type = "Delete"
    }
  }
}

resource "google_storage_bucket_object" "source" {
  name   = basename(local.package)
  bucket = google_storage_bucket.source.name
  source = local.package
}

resource "google_artifact_registry_repository" "functions" {
  project       = var.project
  location      = var.region
  repository_id = "rekindle"
  description   = "Container images built from the functions' source."
  format        = "DOCKER"

  cleanup_policies {
    id     = "keep-the-newest"
    action = "KEEP"

    most_recent_versions {
      keep_count = 5
    }
  }

  cleanup_policies {
    id     = "delete-the-old"
    action = "DELETE"

    condition {
      older_than = "2592000s"
    }
  }

  depends_on = [google_project_service.apis]
}

resource "google_service_account" "builder" {
  project      = var.project
  account_id   = "rekindle-builder"
  display_name = "Builds the functions' images"
}

resource "google_artifact_registry_repository_iam_member" "builder" {
  project    = var.project
  location   = google_artifact_registry_repository.functions.location
  repository = google_artifact_registry_repository.functions.name
  role       = "roles/artifactregistry.writer"
  member     = google_service_account.builder.member
}

resource "google_storage_bucket_iam_member" "builder" {
  bucket = google_storage_bucket.source.name
  role   = "roles/storage.objectViewer"
  member = google_service_account.builder.member
}

# Cloud Run functions copies the archive to its own bucket before it builds.
resource "google_project_iam_member" "builder_sources" {
  project = var.project
  role    = "roles/storage.objectViewer"
  member  = google_service_account.builder.member

  condition {
    title      = "sources of functions"
    expression = "resource.name.startsWith(\"projects/_/buckets/gcf-v2-sources-${data.google_project.this.number}-${var.region}\")"
  }
}

resource "google_project_iam_member" "builder_logs" {
  project = var.project
  role    = "roles/logging.logWriter"
  member  = google_service_account.builder.member
}
