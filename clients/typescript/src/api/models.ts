/** The names under which apps know the types of the API. */
import type { components, operations } from './openapi.js';

type Schemas = components['schemas'];
type Operation = keyof operations;

/** The query of an operation. */
export type QueryOf<O extends Operation> = NonNullable<operations[O]['parameters']['query']>;

/** The JSON that an operation answers. */
export type AnswerOf<O extends Operation> = Answers<operations[O]['responses']>;
type Answers<R> = R[keyof R] extends infer Each
  ? Each extends { content: { 'application/json': infer Body } }
    ? Body
    : never
  : never;

export type Profile = Schemas['ShownProfile'];
export type Pattern = Schemas['ShownPattern'];
export type Workflow = Schemas['ShownWorkflow'];
export type Level = Schemas['Level'];
export type FactMeta = Schemas['ShownMeta'];
export type Contact = Schemas['Contact'];
export type About = Schemas['About'];
export type Preference = Schemas['ShownPreference'];
export type PreferenceType = Schemas['PreferenceType'];
export type NewPreference = Schemas['PreferenceIn'];
export type PreferencePatch = Schemas['PreferencePatch'];
export type PatternPatch = Schemas['PatternPatch'];
export type WorkflowPatch = Schemas['WorkflowPatch'];
export type SkillsPatch = Schemas['SkillsPatch'];
export type LearningStatus = Schemas['StatusAnswer'];
export type ChangelogEntry = Schemas['ChangelogAnswer'];
export type InboxItem = Schemas['InboxItem'];
export type InboxAnswer = Schemas['AnswerIn'];

export type NewPrompt = Schemas['PromptIn'];
export type RecordedPrompt = Schemas['RecordedPrompt'];
export type Prompt = Schemas['PromptAnswer'];
export type Message = Schemas['PromptBody'];
export type Batch = Schemas['BatchAnswer'];
export type Decision = Schemas['Decision'];
export type Spent = Schemas['BatchUsage'];

export type ImportPiece = Schemas['PieceIn'];
export type ImportProgress = Schemas['ImportAnswer'];

export type FailedBatch = Schemas['FailedBatchView'];
export type ParkedWork = Schemas['ParkedView'];
export type MaintenanceRun = Schemas['RunView'];

export type Tier = Schemas['Tier'];
export type Usage = Schemas['Usage'];
export type Note = Schemas['ShownEntry'];
export type NewNote = Schemas['LongEntryIn'];
export type NotePatch = Schemas['EntryPatch'];
export type SavedNote = Schemas['SavedAnswer'];
export type SavedNotes = Schemas['SavedEntries'];
export type SearchAnswer = Schemas['SearchAnswer'];
export type SearchResult = Schemas['SearchResult'];

export type ContextBlock = Schemas['ContextAnswer'];
export type ContextMessages = Schemas['MessagesAnswer'];

export type SearchMode = NonNullable<QueryOf<'memory_search'>['mode']>;

export type Session = Schemas['SessionBody'];
export type NewSession = Schemas['SessionIn'];
export type SessionPatch = Schemas['SessionPatch'];
export type StartedSession = Schemas['SessionAnswer'];
export type Turn = Schemas['TurnIn'];

export type Connection = Schemas['ConnectionView'];
export type NewConnection = Schemas['NewConnectionIn'];
/** The query of a request for access, as the app sent it. */
export type AccessRequest = Schemas['PreviewIn']['request'];
export type AccessPreview = Schemas['PreviewAnswer'];
export type Undone = Schemas['UndoneAnswer'];
export type Scope = Schemas['Scope'];

export type Settings = Schemas['Settings'];
/** The settings in force, and where each value comes from. */
export type SettingsAnswer = Schemas['SettingsAnswer'];
export type Changes = Schemas['ChangesAnswer'];
export type ImportFormat = Schemas['Format'];
export type ImportReport = Schemas['Report'];
