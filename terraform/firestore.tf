# The database, its indexes and its rules. firestore.indexes.json is the only list of indexes:
# Terraform, the embedded Firestore and the Firebase command line all read it.

locals {
  firestore_location = coalesce(var.firestore_location, var.region)
  declared_indexes   = jsondecode(file("${path.module}/../firestore.indexes.json"))

  indexes = {
    for index in local.declared_indexes.indexes :
    join("/", concat([index.collectionGroup, index.queryScope], [
      for field in index.fields : "${field.fieldPath}:${try(field.order, field.arrayConfig, "VECTOR")}"
    ])) => index
  }

  field_overrides = {
    for field in local.declared_indexes.fieldOverrides :
    "${field.collectionGroup}/${field.fieldPath}" => field
  }

  vector_dimension = try(var.embeddings.dimensions, null)
}

resource "google_firestore_database" "main" {
  project                           = var.project
  name                              = "(default)"
  location_id                       = local.firestore_location
  type                              = "FIRESTORE_NATIVE"
  concurrency_mode                  = "PESSIMISTIC"
  delete_protection_state           = "DELETE_PROTECTION_ENABLED"
  point_in_time_recovery_enablement = "POINT_IN_TIME_RECOVERY_ENABLED"
  # Removing this resource does not delete the data.
  deletion_policy = "ABANDON"

  depends_on = [google_project_service.apis]

  lifecycle {
    prevent_destroy = true
  }
}

# Point-in-time recovery covers seven days; weekly backups reach further back.
resource "google_firestore_backup_schedule" "weekly" {
  project   = var.project
  database  = google_firestore_database.main.name
  retention = "8467200s" # 14 weeks, the maximum

  weekly_recurrence {
    day = "SUNDAY"
  }
}

resource "google_firestore_index" "declared" {
  for_each = local.indexes

  project     = var.project
  database    = google_firestore_database.main.name
  collection  = each.value.collectionGroup
  query_scope = each.value.queryScope

  dynamic "fields" {
    for_each = each.value.fields

    content {
      field_path   = fields.value.fieldPath
      order        = try(fields.value.order, null)
      array_config = try(fields.value.arrayConfig, null)

      dynamic "vector_config" {
        for_each = try([fields.value.vectorConfig], [])

        content {
          dimension = coalesce(local.vector_dimension, vector_config.value.dimension)
          flat {}
        }
      }
    }
  }
}

# Turns off indexes that no query needs, adds collection-group indexes, and sets TTL policies.
resource "google_firestore_field" "override" {
  for_each = local.field_overrides

  project    = var.project
  database   = google_firestore_database.main.name
  collection = each.value.collectionGroup
  field      = each.value.fieldPath

  index_config {
    dynamic "indexes" {
      for_each = each.value.indexes

      content {
        order        = try(indexes.value.order, null)
        array_config = try(indexes.value.arrayConfig, null)
        query_scope  = indexes.value.queryScope
      }
    }
  }

  dynamic "ttl_config" {
    for_each = try(each.value.ttl, false) ? [true] : []
    content {}
  }
}

resource "google_firebaserules_ruleset" "firestore" {
  project = var.project

  source {
    files {
      name    = "firestore.rules"
      content = file("${path.module}/../firestore.rules")
    }
  }

  depends_on = [google_firestore_database.main]

  lifecycle {
    # The release points to the old ruleset until the new one exists.
    create_before_destroy = true
  }
}

resource "google_firebaserules_release" "firestore" {
  project      = var.project
  name         = "cloud.firestore"
  ruleset_name = google_firebaserules_ruleset.firestore.name
}
