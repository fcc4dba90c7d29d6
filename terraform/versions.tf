terraform {
  required_version = ">= 1.6"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 6.50"
    }
  }

  # The state holds no secret, and still belongs to nobody's laptop. `terraform init
  # -backend-config=bucket=…` names the bucket.
  backend "gcs" {
    prefix = "rekindle"
  }
}

provider "google" {
  project = var.project
  region  = var.region

  # Budgets and some other calls are counted to a project; with an operator's own account, to this.
  billing_project       = var.project
  user_project_override = true
}
