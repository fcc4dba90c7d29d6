# Alerts. Each has an entry in docs/operations.md, under its name, to which its notifications link.

locals {
  public_services = [for name, function in local.functions : local.services[name] if function.public]
  all_services    = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=one_of(${join(",", [for service in values(local.services) : "\"${service}\""])})"
  public_only     = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=one_of(${join(",", [for service in local.public_services : "\"${service}\""])})"
  channels        = [for channel in google_monitoring_notification_channel.email : channel.name]

  # Alerts on a single metric: what is measured, over what period, and the threshold.
  thresholds = {
    "slow answers" = {
      filter    = "metric.type=\"run.googleapis.com/request_latencies\" AND ${local.public_only}"
      aligner   = "ALIGN_DELTA"
      reducer   = "REDUCE_PERCENTILE_95"
      group_by  = ["resource.label.service_name"]
      threshold = 2000 # milliseconds, 95th percentile
      period    = "300s"
      duration  = "600s"
    }
    "queue depth" = {
      filter    = "metric.type=\"cloudtasks.googleapis.com/queue/depth\" AND resource.type=\"cloud_tasks_queue\" AND resource.labels.queue_id=starts_with(\"${google_cloud_tasks_queue.main.name}\")"
      aligner   = "ALIGN_MAX"
      reducer   = "REDUCE_SUM"
      group_by  = []
      threshold = 1000 # tasks
      period    = "300s"
      duration  = "900s"
    }
    "oldest event" = {
      filter    = "metric.type=\"pubsub.googleapis.com/subscription/oldest_unacked_message_age\" AND resource.type=\"pubsub_subscription\" AND resource.labels.subscription_id=starts_with(\"eventarc-\")"
      aligner   = "ALIGN_MAX"
      reducer   = "REDUCE_MAX"
      group_by  = []
      threshold = 600 # seconds
      period    = "300s"
      duration  = "300s"
    }
    "stuck batches" = {
      filter    = "metric.type=\"logging.googleapis.com/user/${google_logging_metric.stuck_batches.name}\" AND resource.type=\"cloud_run_revision\""
      aligner   = "ALIGN_DELTA"
      reducer   = "REDUCE_SUM"
      group_by  = []
      threshold = 1 # sweeps that found any; a single one may have repaired them
      period    = "7500s"
      duration  = "0s"
    }
    "parked maintenance" = {
      filter    = "metric.type=\"logging.googleapis.com/user/${google_logging_metric.parked_items.name}\" AND resource.type=\"cloud_run_revision\""
      aligner   = "ALIGN_DELTA"
      reducer   = "REDUCE_SUM"
      group_by  = []
      threshold = 0 # sweeps that left something parked
      period    = "7500s"
      duration  = "0s"
    }
    "failed for good" = {
      filter    = "metric.type=\"logging.googleapis.com/user/${google_logging_metric.failed_for_good.name}\" AND resource.type=\"cloud_run_revision\""
      aligner   = "ALIGN_DELTA"
      reducer   = "REDUCE_SUM"
      group_by  = []
      threshold = 0 # tasks or kinds of maintenance that a retry does not help
      period    = "7500s"
      duration  = "0s"
    }
  }

  # US dollars per document in a multi-region; a single region costs half as much.
  prices = { read = "0.06 / 100000", write = "0.18 / 100000", delete = "0.02 / 100000" }

  cost_today = join(" + ", [
    for operation, price in local.prices :
    "(sum(increase(firestore_googleapis_com:document_${operation}_count{monitored_resource=\"firestore_instance\"}[1d])) or vector(0)) * ${price}"
  ])
}

resource "google_monitoring_notification_channel" "email" {
  for_each = var.alert_emails

  project      = var.project
  display_name = each.value
  type         = "email"
  labels       = { email_address = each.value }

  depends_on = [google_project_service.apis]
}

# Counts the warning that run_maintenance logs (shared/maintenance/sweep.py) when it finds stuck batches.
resource "google_logging_metric" "stuck_batches" {
  project     = var.project
  name        = "rekindle-stuck-batches"
  description = "Maintenance sweeps that found overdue batches"
  filter      = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${local.services["run_maintenance"]}\" AND jsonPayload.message:\"overdue batches requeued\""

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }
}

# Counts the error that run_maintenance logs (shared/maintenance/sweep.py) when items are parked.
resource "google_logging_metric" "parked_items" {
  project     = var.project
  name        = "rekindle-parked-items"
  description = "Maintenance sweeps that left items parked"
  filter      = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${local.services["run_maintenance"]}\" AND jsonPayload.message:\"maintenance items parked\""

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }
}

# Counts the errors that private functions log (functions/http/private.py, shared/maintenance/sweep.py) when a retry does not help.
resource "google_logging_metric" "failed_for_good" {
  project     = var.project
  name        = "rekindle-failed-for-good"
  description = "Tasks and kinds of maintenance that a retry does not help"
  filter      = "resource.type=\"cloud_run_revision\" AND (resource.labels.service_name=\"${local.services["run_maintenance"]}\" OR resource.labels.service_name=\"${local.services["analyze_batch"]}\") AND jsonPayload.message:\"failed for good\""

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }
}

resource "google_monitoring_alert_policy" "threshold" {
  for_each = local.thresholds

  project               = var.project
  display_name          = "Rekindle: ${each.key}"
  combiner              = "OR"
  notification_channels = local.channels

  documentation {
    content = "[What this means and what to do](${var.runbook}#${replace(each.key, " ", "-")})"
  }

  conditions {
    display_name = each.key

    condition_threshold {
      filter          = each.value.filter
      comparison      = "COMPARISON_GT"
      threshold_value = each.value.threshold
      duration        = each.value.duration

      aggregations {
        alignment_period     = each.value.period
        per_series_aligner   = each.value.aligner
        cross_series_reducer = each.value.reducer
        group_by_fields      = each.value.group_by
      }
    }
  }
}

resource "google_monitoring_alert_policy" "errors" {
  project               = var.project
  display_name          = "Rekindle: failing requests"
  combiner              = "OR"
  notification_channels = local.channels

  documentation {
    content = "[What this means and what to do](${var.runbook}#failing-requests)"
  }

  conditions {
    display_name = "more than 2 % of a function's answers are 5xx"

    condition_threshold {
      filter             = "metric.type=\"run.googleapis.com/request_count\" AND metric.labels.response_code_class=\"5xx\" AND ${local.all_services}"
      denominator_filter = "metric.type=\"run.googleapis.com/request_count\" AND ${local.all_services}"
      comparison         = "COMPARISON_GT"
      threshold_value    = 0.02
      duration           = "300s"

      aggregations {
        alignment_period     = "300s"
        per_series_aligner   = "ALIGN_DELTA"
        cross_series_reducer = "REDUCE_SUM"
        group_by_fields      = ["resource.label.service_name"]
      }

      denominator_aggregations {
        alignment_period     = "300s"
        per_series_aligner   = "ALIGN_DELTA"
        cross_series_reducer = "REDUCE_SUM"
        group_by_fields      = ["resource.label.service_name"]
      }
    }
  }
}

resource "google_monitoring_alert_policy" "no_maintenance" {
  project               = var.project
  display_name          = "Rekindle: maintenance does not run"
  combiner              = "OR"
  notification_channels = local.channels

  documentation {
    content = "[What this means and what to do](${var.runbook}#maintenance-does-not-run)"
  }

  conditions {
    display_name = "no successful call for three hours"

    condition_absent {
      filter   = "metric.type=\"run.googleapis.com/request_count\" AND metric.labels.response_code_class=\"2xx\" AND resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${local.services["run_maintenance"]}\""
      duration = "10800s"

      aggregations {
        alignment_period     = "300s"
        per_series_aligner   = "ALIGN_DELTA"
        cross_series_reducer = "REDUCE_SUM"
      }
    }
  }
}

resource "google_monitoring_alert_policy" "daily_cost" {
  project               = var.project
  display_name          = "Rekindle: daily cost of the database"
  combiner              = "OR"
  notification_channels = local.channels

  documentation {
    content = "[What this means and what to do](${var.runbook}#daily-cost-of-the-database)"
  }

  conditions {
    display_name = "documents of the last 24 hours, in US dollars"

    condition_prometheus_query_language {
      query               = "(${local.cost_today}) > ${var.daily_cost}"
      duration            = "0s"
      evaluation_interval = "900s"
      # A new project does not have these series yet.
      disable_metric_validation = true
    }
  }
}

# Covers everything that Google bills. Another provider's model is not included.
resource "google_billing_budget" "monthly" {
  count = var.billing_account == "" ? 0 : 1

  billing_account = var.billing_account
  display_name    = "Rekindle in ${var.project}"

  budget_filter {
    projects = ["projects/${data.google_project.this.number}"]
  }

  amount {
    specified_amount {
      currency_code = "USD"
      units         = tostring(ceil(var.daily_cost * 30))
    }
  }

  threshold_rules {
    threshold_percent = 0.5
  }

  threshold_rules {
    threshold_percent = 1
    spend_basis       = "FORECASTED_SPEND"
  }

  # Without channels, Google notifies the administrators of the billing account.
  dynamic "all_updates_rule" {
    for_each = length(local.channels) > 0 ? [local.channels] : []

    content {
      monitoring_notification_channels = slice(all_updates_rule.value, 0, min(5, length(all_updates_rule.value)))
    }
  }
}
