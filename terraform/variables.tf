variable "project" {
  description = "The ID of the Google Cloud project."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "A project ID has 6 to 30 lowercase letters, digits and hyphens, and starts with a letter."
  }
}

variable "region" {
  description = "The region of functions, queue and scheduler. firebase.json must name the same one."
  type        = string
  default     = "europe-west1"

  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]$", var.region))
    error_message = "Use the name of a region, such as europe-west1."
  }
}

variable "firestore_location" {
  description = "The database's location, which can never change: a region, or a multi-region such as eur3 or nam5. Empty for var.region."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|eur3|nam5|nam7|[a-z]+-[a-z]+[0-9])$", var.firestore_location))
    error_message = "Use a region such as europe-west1, or one of eur3, nam5 and nam7."
  }
}

variable "package" {
  description = "The path of the archive that `make package` built. Empty for the only one in build/."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|.*rekindle-[0-9a-f]{16}\\.zip)$", var.package))
    error_message = "The archive must be named rekindle-<hash>.zip, as `make package` names it."
  }
}

variable "min_instances" {
  description = "The number of instances kept warm, by function; 0 for functions not listed."
  type        = map(number)
  default     = {}

  validation {
    condition     = alltrue([for count in values(var.min_instances) : count >= 0 && count <= 100])
    error_message = "Each number of instances must be between 0 and 100."
  }
}

variable "max_instances" {
  description = "The most instances of a function that does not call the model. Multiply by its concurrency for the requests it can handle at once."
  type        = number
  default     = 100

  validation {
    condition     = var.max_instances >= 1 && var.max_instances <= 1000
    error_message = "Must be between 1 and 1,000."
  }
}

variable "model_calls_at_once" {
  description = "The most analyses in progress at once. Derive it from the model's request and token limits."
  type        = number
  default     = 20

  validation {
    condition     = var.model_calls_at_once >= 1 && var.model_calls_at_once <= 1000
    error_message = "Must be between 1 and 1,000."
  }
}

variable "model_calls_per_second" {
  description = "The most analyses started per second."
  type        = number
  default     = 5

  validation {
    condition     = var.model_calls_per_second > 0 && var.model_calls_per_second <= 500
    error_message = "Must be more than 0 and at most 500."
  }
}

variable "openai_key_version" {
  description = "The version of the secret openai-api-key to use: a number, or latest. Empty to analyze with the offline rules instead of a model."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|latest|[1-9][0-9]*)$", var.openai_key_version))
    error_message = "Use a version number, latest, or an empty string. The key itself belongs in the secret."
  }
}

variable "operators_key_version" {
  description = "The version of the secret operators-key with which the operator's API seals users' IDs: a number, or latest. Empty switches that API off."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|latest|[1-9][0-9]*)$", var.operators_key_version))
    error_message = "Use a version number, latest, or an empty string. The key itself belongs in the secret."
  }
}

variable "openai_base_url" {
  description = "The base URL of the model's API."
  type        = string
  default     = "https://api.openai.com/v1"

  validation {
    condition     = can(regex("^https://[^/]+", var.openai_base_url))
    error_message = "Must be an https URL: prompts are sent to it."
  }
}

variable "model" {
  description = "Settings of the model: environment variables by name. docs/configuration.md lists them."
  type        = map(string)
  default     = {}

  validation {
    condition = alltrue([
      for name in keys(var.model) : contains([
        "REKINDLE_MODEL", "REKINDLE_MODEL_TEMPERATURE", "REKINDLE_MODEL_TIMEOUT_SECONDS",
        "REKINDLE_PROMPT_PRICE", "REKINDLE_COMPLETION_PRICE", "REKINDLE_COMPLETION_TOKENS",
        "REKINDLE_LEASE_SECONDS",
      ], name)
    ])
    error_message = "Only the REKINDLE_ variables of the model can be set here; variables.tf lists them."
  }
}

variable "daily_budget" {
  description = "US dollars that the analyses of one user may cost per day. 0 for none at all, null for no limit."
  type        = number
  default     = 0.25

  validation {
    condition     = var.daily_budget == null || try(var.daily_budget >= 0, false)
    error_message = "Must be 0 or more, or null for no limit."
  }
}

variable "deployment_budget" {
  description = "US dollars that all analyses together may cost per day. 0 for none at all, null for no limit."
  type        = number
  default     = 50

  validation {
    condition     = var.deployment_budget == null || try(var.deployment_budget >= 0, false)
    error_message = "Must be 0 or more, or null for no limit."
  }
}

variable "embeddings" {
  description = "The embedding model, or null to search by words alone. Changing the dimensions rebuilds the vector indexes."
  type = object({
    model      = string
    base_url   = optional(string, "https://api.openai.com/v1")
    dimensions = optional(number, 1536)
  })
  default = null

  validation {
    condition     = var.embeddings == null || try(var.embeddings.dimensions >= 1 && var.embeddings.dimensions <= 2048, false)
    error_message = "dimensions must be between 1 and 2,048, which is what Firestore can index."
  }

  validation {
    condition     = var.embeddings == null || can(regex("^https://[^/]+", var.embeddings.base_url))
    error_message = "base_url must be an https URL: notes are sent to it."
  }
}

variable "trusted_service_accounts" {
  description = "Email addresses of the backends' service accounts that may act for any user."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for email in var.trusted_service_accounts : can(regex("^[^@, ]+@[^@, ]+[.]gserviceaccount[.]com$", email))])
    error_message = "Each must be the email address of a service account."
  }
}

variable "audience" {
  description = "The audience that the tokens of trusted_service_accounts must have."
  type        = string
  default     = "rekindle"

  validation {
    condition     = length(var.audience) > 0
    error_message = "Must not be empty: tokens issued for any other service would be accepted."
  }
}

variable "public_url" {
  description = "Where users and assistants reach the deployment: the site's address, such as https://memory.example.com. Empty to switch OAuth off."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|https://[^/, ]+)$", var.public_url))
    error_message = "Must be an https URL without a path."
  }
}

variable "app_check" {
  description = "Whether users' requests must have a Firebase App Check token."
  type        = bool
  default     = false
}

variable "allowed_origins" {
  description = "Origins, besides the dashboard's, whose pages may call the API, such as https://app.example.com. * allows all."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for origin in var.allowed_origins : can(regex("^([*]|https?://[^/, ]+)$", origin))])
    error_message = "An origin is a scheme and a host without a path, such as https://app.example.com."
  }
}

variable "requests_per_minute" {
  description = "The most requests per user per minute, across all instances. 0 for no limit."
  type        = number
  default     = 600

  validation {
    condition     = var.requests_per_minute >= 0 && floor(var.requests_per_minute) == var.requests_per_minute
    error_message = "Must be a whole number, 0 or more."
  }
}

variable "max_notes" {
  description = "How many notes a user's archive may hold."
  type        = number
  default     = 20000

  validation {
    condition     = var.max_notes >= 1 && var.max_notes <= 100000 && floor(var.max_notes) == var.max_notes
    error_message = "Must be a whole number from 1 to 100,000."
  }
}

variable "max_note_bytes" {
  description = "How many bytes all notes of a user may take as search stores them, about twice the text."
  type        = number
  default     = 100000000

  validation {
    condition     = var.max_note_bytes >= 1 && var.max_note_bytes <= 1000000000 && floor(var.max_note_bytes) == var.max_note_bytes
    error_message = "Must be a whole number from 1 to 1,000,000,000."
  }
}

variable "defaults" {
  description = "The settings of users who set none, by the names in docs/configuration.md, such as { memoryCharLimit = 4000 }. The functions check what is in ageing and agents when they start."
  type        = any
  default     = {}

  validation {
    condition     = can(keys(var.defaults))
    error_message = "Must be an object of settings, such as { memoryCharLimit = 4000 }."
  }

  validation {
    condition = length(setsubtract(try(keys(var.defaults), []), [
      "learningEnabled",
      "userMemoryAnalysisInterval",
      "userProfileMaxPreferences",
      "userProfileMaxPatterns",
      "userProfileMaxWorkflows",
      "userProfileConfidenceDecayDays",
      "userProfileChangelogRetentionCount",
      "injectProfile",
      "memoryEnabled",
      "userProfileEnabled",
      "memoryCharLimit",
      "userCharLimit",
      "retentionDays",
      "preferenceDecay",
      "aboutDecay",
      "ageing",
      "approval",
      "agents",
    ])) == 0
    error_message = "There is no such setting. docs/configuration.md lists the settings of a user."
  }

  # As JSON, a number has no quotation marks. Terraform itself would take a text for one.
  validation {
    condition = alltrue([
      for name, bounds in {
        userMemoryAnalysisInterval         = [0, 100]
        userProfileMaxPreferences          = [1, 100]
        userProfileMaxPatterns             = [1, 100]
        userProfileMaxWorkflows            = [1, 100]
        userProfileConfidenceDecayDays     = [1, 3650]
        userProfileChangelogRetentionCount = [1, 50]
        memoryCharLimit                    = [0, 20000]
        userCharLimit                      = [0, 20000]
        retentionDays                      = [1, 36500]
      } : !contains(try(keys(var.defaults), []), name) ||
      name == "retentionDays" && try(jsonencode(var.defaults[name]) == "null", false) ||
      try(
        can(regex("^[0-9]+$", jsonencode(var.defaults[name]))) && var.defaults[name] >= bounds[0] && var.defaults[name] <= bounds[1],
        false
      )
    ])
    error_message = "A setting is no whole number or is out of its bounds, which docs/configuration.md lists."
  }

  validation {
    condition = alltrue([
      for name in ["learningEnabled", "injectProfile", "memoryEnabled", "userProfileEnabled"] :
      !contains(try(keys(var.defaults), []), name) || try(contains(["true", "false"], jsonencode(var.defaults[name])), false)
    ])
    error_message = "A setting that is a switch must be true or false."
  }

  validation {
    condition = alltrue([
      for name, words in {
        preferenceDecay = ["stepped", "halfLife", "none"]
        aboutDecay      = ["stepped", "halfLife", "none"]
        approval        = ["automatic", "everything"]
      } : !contains(try(keys(var.defaults), []), name) || try(contains(words, var.defaults[name]), false)
    ])
    error_message = "A setting has none of its words, which docs/configuration.md lists."
  }

  validation {
    condition = alltrue([
      for name in ["ageing", "agents"] : !contains(try(keys(var.defaults), []), name) || can(keys(var.defaults[name]))
    ])
    error_message = "ageing and agents must be objects."
  }
}

variable "erase_with_account" {
  description = "Whether deleting a Firebase account erases everything stored about its user."
  type        = bool
  default     = true
}

variable "alert_emails" {
  description = "Email addresses that receive alerts."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for email in var.alert_emails : can(regex("^[^@ ]+@[^@ ]+$", email))])
    error_message = "Each must be an email address."
  }
}

variable "runbook" {
  description = "Where you publish docs/operations.md, to whose entries notifications of alerts link: a URL, or its path in the repository."
  type        = string
  default     = "docs/operations.md"

  validation {
    condition     = can(regex("^(docs/operations\\.md|https://[^ #]+)$", var.runbook))
    error_message = "Must be an https URL without a fragment, or docs/operations.md."
  }
}

variable "daily_cost" {
  description = "The daily cost of the database, in US dollars, above which an alert is sent."
  type        = number
  default     = 10

  validation {
    condition     = var.daily_cost > 0
    error_message = "Must be more than 0."
  }
}

variable "trace_ratio" {
  description = "The share of traces that Cloud Trace gets, from 0 to 1; Cloud Monitoring then gets the figures, too. null to send neither."
  type        = number
  default     = null

  validation {
    condition     = var.trace_ratio == null || try(var.trace_ratio >= 0 && var.trace_ratio <= 1, false)
    error_message = "Must be between 0 and 1, or null."
  }
}

variable "billing_account" {
  description = "The billing account, for a monthly budget of 30 times daily_cost covering all costs. Empty for no budget."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6})$", var.billing_account))
    error_message = "Use the ID of a billing account, such as 012345-6789AB-CDEF01."
  }
}
