# The Cloud Monitoring dashboard, on one page.

locals {
  charts = {
    "Requests per second, by function" = {
      filter  = "metric.type=\"run.googleapis.com/request_count\" AND ${local.all_services}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "resource.label.service_name"
    }
    "5xx per second, by function" = {
      filter  = "metric.type=\"run.googleapis.com/request_count\" AND metric.labels.response_code_class=\"5xx\" AND ${local.all_services}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "resource.label.service_name"
    }
    "95th percentile latency, milliseconds" = {
      filter  = "metric.type=\"run.googleapis.com/request_latencies\" AND ${local.all_services}"
      aligner = "ALIGN_DELTA"
      reducer = "REDUCE_PERCENTILE_95"
      group   = "resource.label.service_name"
    }
    "Instances, by function" = {
      filter  = "metric.type=\"run.googleapis.com/container/instance_count\" AND ${local.all_services}"
      aligner = "ALIGN_MAX"
      reducer = "REDUCE_SUM"
      group   = "resource.label.service_name"
    }
    "Tasks in the queue" = {
      filter  = local.thresholds["queue depth"].filter
      aligner = "ALIGN_MAX"
      reducer = "REDUCE_SUM"
      group   = "resource.label.queue_id"
    }
    "Task attempts per second, by response" = {
      filter  = "metric.type=\"cloudtasks.googleapis.com/queue/task_attempt_count\" AND resource.type=\"cloud_tasks_queue\""
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.response_code"
    }
    "Age of the oldest event, seconds" = {
      filter  = local.thresholds["oldest event"].filter
      aligner = "ALIGN_MAX"
      reducer = "REDUCE_MAX"
      group   = "resource.label.subscription_id"
    }
    "Documents read per second" = {
      filter  = "metric.type=\"firestore.googleapis.com/document/read_count\" AND resource.type=\"firestore_instance\""
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.type"
    }
    "Documents written per second" = {
      filter  = "metric.type=\"firestore.googleapis.com/document/write_count\" AND resource.type=\"firestore_instance\""
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.op"
    }
  }

  # The functions' own figures, as the Telemetry API stores them.
  own = "AND resource.type=\"prometheus_target\" AND resource.labels.namespace=\"rekindle\""

  own_charts = {
    "95th percentile latency, seconds, by route" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_request_seconds/histogram\" ${local.own}"
      aligner = "ALIGN_DELTA"
      reducer = "REDUCE_PERCENTILE_95"
      group   = "metric.label.route"
    }
    "Failures per second, by reason" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_failures/counter\" ${local.own}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.reason"
    }
    "Calls to the database per second, by call" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_database_calls/counter\" ${local.own}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.call"
    }
    "Decisions per second, by outcome" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_decisions/counter\" ${local.own}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.outcome"
    }
    "Wait in the queue, 95th percentile in seconds" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_queue_seconds/histogram\" ${local.own}"
      aligner = "ALIGN_DELTA"
      reducer = "REDUCE_PERCENTILE_95"
      group   = "metric.label.route"
    }
    "US dollars per second for models" = {
      filter  = "metric.type=\"prometheus.googleapis.com/rekindle_model_cost/counter\" ${local.own}"
      aligner = "ALIGN_RATE"
      reducer = "REDUCE_SUM"
      group   = "metric.label.model"
    }
  }
}

resource "google_monitoring_dashboard" "rekindle" {
  project = var.project

  dashboard_json = jsonencode({
    displayName = "Rekindle"
    gridLayout = {
      columns = "3"
      widgets = [
        for title, chart in merge(local.charts, local.traced ? local.own_charts : {}) : {
          title = title
          xyChart = {
            dataSets = [{
              plotType = "LINE"
              timeSeriesQuery = {
                timeSeriesFilter = {
                  filter = chart.filter
                  aggregation = {
                    alignmentPeriod    = "60s"
                    perSeriesAligner   = chart.aligner
                    crossSeriesReducer = chart.reducer
                    groupByFields      = [chart.group]
                  }
                }
              }
            }]
          }
        }
      ]
    }
  })

  depends_on = [google_project_service.apis]
}
