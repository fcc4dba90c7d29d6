terraform {
  required_version = ">= 1.6"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 6.50"
    }
  }

  # The state contains no secrets, but should not live on a laptop either. Name the bucket with
  # `terraform init -backend-config=bucket=…`.
  backend "gcs" {
    prefix = "rekindle"
  }
}

provider "google" {
  project = var.project
  region  = var.region

  # Some APIs, such as budgets, need a quota project; with a user's own credentials it is this one.
  billing_project       = var.project
  user_project_override = true
}
