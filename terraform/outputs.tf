output "functions" {
  description = "The URL of each function. Clients use Hosting's, which stands before the public ones."
  value = {
    for name, function in google_cloudfunctions2_function.functions :
    name => function.service_config[0].uri
  }
}

output "hosting" {
  description = "What Firebase Hosting needs: firebase.json must name this region and these services."
  value = {
    project  = var.project
    region   = var.region
    services = sort([for name, function in local.functions : local.services[name] if function.public])
    url      = "https://${var.project}.web.app"
  }
}

output "package" {
  description = "The archive that is deployed."
  value       = google_storage_bucket_object.source.name
}

output "secret" {
  description = "Where the model's key belongs."
  value       = google_secret_manager_secret.openai.secret_id
}
