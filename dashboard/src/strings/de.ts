import type {Strings} from './en'; import {en} from './en'; export const de: Strings = en;
