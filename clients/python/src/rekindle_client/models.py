"""The names under which programs know the types of the API."""

from rekindle_client import _openapi as api
from rekindle_client._prompts import NewPrompt as NewPrompt
from rekindle_client._prompts import Recorded as Recorded

Profile = api.ShownProfile
About = api.About
Preference = api.ShownPreference
PreferencePatch = api.PreferencePatch
PatternPatch = api.PatternPatch
WorkflowPatch = api.WorkflowPatch
SkillsPatch = api.SkillsPatch
PreferenceType = api.PreferenceType
LearningStatus = api.StatusAnswer
ChangelogEntry = api.ChangelogAnswer
InboxItem = api.InboxItem

Prompt = api.PromptAnswer
Batch = api.BatchAnswer
Decision = api.Decision

Tier = api.Tier
Usage = api.Usage
Note = api.ShownEntry
NewNote = api.EntryIn
NotePatch = api.EntryPatch
SavedNote = api.SavedAnswer
SavedNotes = api.SavedEntries
SearchAnswer = api.SearchAnswer
SearchResult = api.SearchResult

ContextBlock = api.ContextAnswer
ContextMessages = api.MessagesAnswer

Session = api.SessionBody
StartedSession = api.SessionAnswer
NewTask = api.TaskIn
NewDecision = api.DecisionIn
Turn = api.TurnIn

Connection = api.ConnectionView
NewConnection = api.NewConnectionAnswer
Scope = api.Scope

Settings = api.Settings
SettingsAnswer = api.SettingsAnswer
Changes = api.ChangesAnswer
ImportFormat = api.Format
ImportReport = api.Report
