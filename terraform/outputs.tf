output "functions" {
  description = "The URL of each function. Clients use Hosting's URL, which fronts the public functions."
  value = {
    for name, function in google_cloudfunctions2_function.functions :
    name => function.service_config[0].uri
  }
}

output "hosting" {
  description = "What Firebase Hosting needs. firebase.json must name this region and these services."
  value = {
    project  = var.project
    region   = var.region
    services = sort([for name, function in local.functions : local.services[name] if function.public])
    url      = "https://${var.project}.web.app"
  }
}

output "package" {
  description = "The deployed archive."
  value       = google_storage_bucket_object.source.name
}

output "secret" {
  description = "The ID of the secret that holds the model's API key."
  value       = google_secret_manager_secret.openai.secret_id
}
