export { asyncStorageCache, browserCache, type AnswerCache } from './cache.js';
export { Live, type LiveOptions, type Watched } from './live.js';
export { anyOf, everySoOften, type Signal } from './signals.js';
export {
  connectionTopic,
  contextTopic,
  inboxTopic,
  notesTopic,
  profileTopic,
  sessionsTopic,
  settingsTopic,
  statusTopic,
  topic,
  type Part,
  type Topic,
} from './topics.js';
