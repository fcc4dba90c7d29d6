/** All views after the first, as one script, since together they compress better. */
export { Connections } from './access/connections';
export { Consent } from './access/consent';
export { Context } from './context';
export { ItemPanel } from './item';
export { Adding } from './item/adding';
export { Memory } from './memory';
export { Settings } from './settings';
