/** All views after the first, as one script, since together they compress better. */
export { Connections } from './access/connections';
export { Consent } from './access/consent';
export { Context } from './context';
export { ItemPanel } from './item';
export { Memory } from './memory';
export { Settings } from './settings';
export { FactsForm } from './today/facts-form';
export { NewPreference } from './today/preference-form';
