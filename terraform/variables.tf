variable "project" {
  description = "The id of the Google Cloud project."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "A project id has 6 to 30 lower-case letters, digits and dashes."
  }
}

variable "region" {
  description = "Where functions, queue and scheduler run. firebase.json names the same one."
  type        = string
  default     = "europe-west1"

  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]$", var.region))
    error_message = "A region looks like europe-west1."
  }
}

variable "firestore_location" {
  description = "Where the database lives, for ever: a region, or eur3 or nam5 for several. Empty means the region."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|eur3|nam5|nam7|[a-z]+-[a-z]+[0-9])$", var.firestore_location))
    error_message = "A location is a region such as europe-west1, or one of eur3, nam5 and nam7."
  }
}

variable "package" {
  description = "The archive that `make package` built. Empty means the only one in build/."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|.*rekindle-[0-9a-f]{16}\\.zip)$", var.package))
    error_message = "The archive is named rekindle-<hash>.zip; make package builds it."
  }
}

variable "min_instances" {
  description = "Instances kept warm, by function. A function that is not named keeps none."
  type        = map(number)
  default     = {}

  validation {
    condition     = alltrue([for count in values(var.min_instances) : count >= 0 && count <= 100])
    error_message = "Between 0 and 100 instances of a function can be kept warm."
  }
}

variable "max_instances" {
  description = "Instances a public function may grow to. Times its concurrency, the requests it can answer at once."
  type        = number
  default     = 100

  validation {
    condition     = var.max_instances >= 1 && var.max_instances <= 1000
    error_message = "Between 1 and 1,000."
  }
}

variable "model_calls_at_once" {
  description = "Analyses in progress at once. The model's limits on requests and tokens decide it."
  type        = number
  default     = 20

  validation {
    condition     = var.model_calls_at_once >= 1 && var.model_calls_at_once <= 1000
    error_message = "Between 1 and 1,000."
  }
}

variable "model_calls_per_second" {
  description = "Analyses started per second."
  type        = number
  default     = 5

  validation {
    condition     = var.model_calls_per_second > 0 && var.model_calls_per_second <= 500
    error_message = "More than 0, at most 500."
  }
}

variable "openai_key_version" {
  description = "The version of the secret openai-api-key that functions read: a number, or latest. Empty for no model; rules analyse then."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|latest|[1-9][0-9]*)$", var.openai_key_version))
    error_message = "A version is a number or latest; empty for none."
  }
}

variable "openai_base_url" {
  description = "The API of the model."
  type        = string
  default     = "https://api.openai.com/v1"

  validation {
    condition     = can(regex("^https://[^/]+", var.openai_base_url))
    error_message = "Prompts go to this address; it must be https."
  }
}

variable "model" {
  description = "Settings of the model: environment variables by name, as the README lists them."
  type        = map(string)
  default     = {}

  validation {
    condition = alltrue([
      for name in keys(var.model) : contains([
        "REKINDLE_MODEL", "REKINDLE_MODEL_TEMPERATURE", "REKINDLE_MODEL_TIMEOUT_SECONDS",
        "REKINDLE_PROMPT_PRICE", "REKINDLE_COMPLETION_PRICE", "REKINDLE_DAILY_BUDGET",
        "REKINDLE_LEASE_SECONDS",
      ], name)
    ])
    error_message = "Only the REKINDLE_ variables of the model can be set here."
  }
}

variable "embeddings" {
  description = "The model of embeddings, or null for search by words alone. Another number of dimensions builds the vector indexes anew."
  type = object({
    model      = string
    base_url   = optional(string, "https://api.openai.com/v1")
    dimensions = optional(number, 1536)
  })
  default = null

  validation {
    condition     = var.embeddings == null || try(var.embeddings.dimensions >= 1 && var.embeddings.dimensions <= 2048, false)
    error_message = "Firestore indexes vectors of 1 to 2,048 dimensions."
  }

  validation {
    condition     = var.embeddings == null || can(regex("^https://[^/]+", var.embeddings.base_url))
    error_message = "Notes go to this address; it must be https."
  }
}

variable "trusted_service_accounts" {
  description = "Service accounts of back ends that may act for any user, by e-mail address."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for email in var.trusted_service_accounts : can(regex("^[^@, ]+@[^@, ]+[.]gserviceaccount[.]com$", email))])
    error_message = "Each must be the e-mail address of a service account."
  }
}

variable "audience" {
  description = "What the tokens of those service accounts must be made for."
  type        = string
  default     = "rekindle"

  validation {
    condition     = length(var.audience) > 0
    error_message = "Without an audience, a token made for anybody would count."
  }
}

variable "app_check" {
  description = "Whether users' requests need a token of Firebase App Check."
  type        = bool
  default     = false
}

variable "allowed_origins" {
  description = "Origins whose pages may call, other than the dashboard's own: https://app.example.com. A * allows all."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for origin in var.allowed_origins : can(regex("^([*]|https?://[^/, ]+)$", origin))])
    error_message = "An origin has a scheme and a host, and no path: https://app.example.com."
  }
}

variable "requests_per_minute" {
  description = "Requests of one user in a minute, over all instances. 0 for no limit."
  type        = number
  default     = 600

  validation {
    condition     = var.requests_per_minute >= 0 && floor(var.requests_per_minute) == var.requests_per_minute
    error_message = "A whole number, 0 or more."
  }
}

variable "erase_with_account" {
  description = "Whether deleting a Firebase account erases its user here."
  type        = bool
  default     = true
}

variable "alert_emails" {
  description = "Who is told when something needs attention."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for email in var.alert_emails : can(regex("^[^@ ]+@[^@ ]+$", email))])
    error_message = "Each must be an email address."
  }
}

variable "daily_cost" {
  description = "US dollars a day that the database may cost before an alert."
  type        = number
  default     = 10

  validation {
    condition     = var.daily_cost > 0
    error_message = "More than 0."
  }
}

variable "billing_account" {
  description = "The billing account, for a monthly budget of 30 times daily_cost over everything. Empty for none."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6})$", var.billing_account))
    error_message = "A billing account looks like 012345-6789AB-CDEF01."
  }
}
