/** The API's responses, as far as the dashboard shows them. Times are RFC 3339 in UTC. */

export const PREFERENCE_TYPES = [
  'like',
  'dislike',
  'expertise',
  'experience',
  'goal',
  'challenge',
  'tool',
  'learning_interest',
  'trait',
  'preference',
] as const;
export type PreferenceType = (typeof PREFERENCE_TYPES)[number];

export interface Evidence {
  quote: string;
  promptId: string;
  at: string;
}

export interface Preference {
  id: string;
  type: PreferenceType;
  category: string;
  description: string;
  confidence: number;
  baseConfidence: number;
  evidence: Evidence[];
  context: string;
  source: 'learned' | 'manual';
  active: boolean;
  supersededBy?: string;
  createdAt: string;
  lastUpdated: string;
  lastUsed?: string;
}

export interface Pattern {
  id: string;
  category: string;
  description: string;
  frequency: number;
  lastSeen: string;
  evidence: Evidence[];
}

export interface Workflow {
  id: string;
  description: string;
  steps: string[];
  frequency: number;
  lastSeen: string;
  evidence: Evidence[];
}

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];

export interface AboutMeta {
  path: string;
  firstSeen: string;
  lastSeen: string;
  confidence: number;
  seenCount: number;
  source: 'declared' | 'learned';
  /** Whether it was only inferred; such a fact is left out of the context. */
  inferred: boolean;
}

export interface Contact {
  name: string;
  relation?: string;
  email?: string;
  phone?: string;
  note?: string;
}

export type About = Record<string, unknown>;

export interface Profile {
  version: number;
  createdAt?: string;
  lastAnalyzed: string | null;
  totalPromptsAnalyzed: number;
  about: About;
  aboutMeta: AboutMeta[];
  preferences: Preference[];
  patterns: Pattern[];
  workflows: Workflow[];
  skillLevel: { overall?: Level; domains: Record<string, Level> };
}

export interface Spent {
  promptTokens: number;
  completionTokens: number;
  cost: number;
}

export interface LearningStatus {
  enabled: boolean;
  interval: number;
  pending: number;
  analyzer: string;
  lastBatch?: { id: string; state: BatchState; finishedAt: string; accepted: number };
  lastError?: { reason: string; message: string };
  spentToday: Spent;
  spentTotal: Spent;
}

export interface Status {
  learning: LearningStatus;
  reasons: string[];
}

export type ChangeType = 'create' | 'update' | 'decay' | 'remove' | 'clear' | 'rollback';

export interface ChangelogEntry {
  id: string;
  version: number;
  changeType: ChangeType;
  action: string;
  source: 'minimal/hook' | 'mcp/hook' | 'mcp/tool' | 'system';
  changeSummary: string;
  changes: Record<string, unknown>;
  removed: string[];
  removedItems?: { path: string; description: string }[];
  batchId?: string;
  createdAt: string;
  hasSnapshot: boolean;
  snapshot?: Profile;
}

export type BatchState = 'queued' | 'running' | 'done' | 'failed';
export type Outcome =
  | 'added'
  | 'reinforced'
  | 'merged'
  | 'superseded'
  | 'ended'
  | 'replaced'
  | 'retracted'
  | 'evicted'
  | 'rejected';

export interface Decision {
  kind: 'preference' | 'pattern' | 'workflow' | 'skill' | 'about' | 'message';
  outcome: Outcome;
  reason?: string;
  itemId?: string;
  type?: PreferenceType;
  description: string;
  quote?: string;
  promptId?: string;
  confidence?: number;
}

export interface Batch {
  id: string;
  state: BatchState;
  trigger: 'interval' | 'refresh';
  promptIds: string[];
  createdAt: string;
  finishedAt?: string;
  attempts: number;
  analyzer?: string;
  decisions: Decision[];
  error?: { reason: string; message: string };
  usage?: Spent;
  version?: number;
}

export const TIERS = ['memory', 'user', 'archive'] as const;
export type Tier = (typeof TIERS)[number];

export interface MemoryEntry {
  id: string;
  target: Tier;
  content: string;
  source: 'conversation' | 'action' | 'system' | 'explicit';
  threadId?: string;
  tags: string[];
  confidence: 'high' | 'medium';
  createdAt: string;
  updatedAt: string;
  expiresAt?: string;
}

export interface TierUsage {
  chars: number;
  limit: number;
  percent: number;
  entries: number;
}

export interface Usage {
  memory: TierUsage;
  user: TierUsage;
  archive: { entries: number };
}

export const SEARCH_MODES = ['auto', 'text', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface SearchAnswer {
  results: { entry: MemoryEntry; score: number; scores: Record<string, number> }[];
  mode: SearchMode;
  warnings?: string[];
}

export interface ContextAnswer {
  text: string;
  sections: { name: string; chars: number }[];
  omitted: { section: string; id?: string; label: string; why: string }[];
  warnings: string[];
  version: string;
}

export type TaskStatus = 'pending' | 'in_progress' | 'blocked' | 'completed';

export interface Task {
  id: string;
  title: string;
  status: TaskStatus;
  notes?: string;
  blockedBy?: string;
  updatedAt: string;
  children?: string[];
}

export interface Session {
  id: string;
  projectPath?: string;
  startedAt: string;
  lastActiveAt: string;
  summary?: string;
  tasks: Task[];
  decisions: {
    timestamp: string;
    decision: string;
    rationale?: string;
    alternatives: string[];
  }[];
  context: string[];
  processedTurns: number;
  expiresAt: string;
}

export type DecayRule = 'stepped' | 'halfLife' | 'none';

export interface Settings {
  learningEnabled: boolean;
  userMemoryAnalysisInterval: number;
  userProfileMaxPreferences: number;
  userProfileMaxPatterns: number;
  userProfileMaxWorkflows: number;
  userProfileConfidenceDecayDays: number;
  userProfileChangelogRetentionCount: number;
  injectProfile: boolean;
  memoryEnabled: boolean;
  userProfileEnabled: boolean;
  memoryCharLimit: number;
  userCharLimit: number;
  retentionDays: number | null;
  preferenceDecay: DecayRule;
  aboutDecay: DecayRule;
}

export const PARTS = [
  'profile',
  'memory',
  'learning',
  'settings',
  'use',
  'day',
  'sessions',
] as const;
/** A part of a user's data that can change on its own. */
export type Part = (typeof PARTS)[number];

export interface Changes {
  stamps: Partial<Record<Part, string>>;
  profileVersion: number;
  memoryVersion: number;
  pending: number;
  now: string;
}
