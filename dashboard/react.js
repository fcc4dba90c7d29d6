/**
 * Preact in the place of React, for the component library.
 *
 * React runs insertion effects before it hands out references, Preact after. The library keeps its
 * handlers up to date in them where they exist, and would be called too early; without them it does
 * so while it renders.
 */
import * as compat from 'preact/compat';

export * from 'preact/compat';
export const useInsertionEffect = undefined;
export default compat;
