/** What a pattern or workflow says, as fields. */
import type { Item } from './items';

export type HabitItem = Extract<Item, { kind: 'pattern' | 'workflow' }>;

/** Workflows have no category, and patterns no steps, of which each line is one. */
export interface HabitDraft {
  description: string;
  category: string;
  steps: string;
}

export function habitDraft(item: HabitItem): HabitDraft {
  const isPattern = item.kind === 'pattern';
  return {
    description: item.text,
    category: isPattern ? item.pattern.category : '',
    steps: isPattern ? '' : item.workflow.steps.join('\n'),
  };
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
