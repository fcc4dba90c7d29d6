/** The views that come after the first, as one script: together they compress better. */
export { Context } from './context';
export { Data } from './data';
export { Learning } from './learning';
export { Memory } from './memory';
export { Sessions } from './sessions';
export { Settings } from './settings';
