/** Takes notes from files: Markdown and text as one long note each, JSON as a list of notes. */
import { Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { NewNote } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { t } from '../../strings';
import { act, say } from '../../ui/act';
import { Button } from '../../ui/controls';

const AT_ONCE = 100;

export function ImportNotes() {
  const words = t().memory;
  const field = useRef<HTMLInputElement>(null);
  const take = async (files: FileList | null) => {
    for (const file of Array.from(files ?? [])) {
      await act(async () => {
        const { saved, refused } = await takeFile(file);
        say(words.imported(file.name, saved, refused), refused ? 'failed' : 'done');
      });
    }
    if (field.current) field.current.value = '';
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        class="hidden"
        tabIndex={-1}
        multiple
        accept=".md,.markdown,.txt,.json,text/*,application/json"
        aria-label={words.importFiles}
        onChange={(event) => void take(event.currentTarget.files)}
      />
      <Button icon={Upload} onClick={() => field.current?.click()}>
        {words.importFiles}
      </Button>
    </>
  );
}

async function takeFile(file: File): Promise<{ saved: number; refused: number }> {
  const text = await file.text();
  const notes = file.name.endsWith('.json') ? notesIn(text) : null;
  if (!notes) {
    const tags = [file.name.slice(0, 64)];
    await rekindle.memory.save({ content: text, target: 'archive', split: true, tags });
    return { saved: 1, refused: 0 };
  }
  let refused = 0;
  for (let at = 0; at < notes.length; at += AT_ONCE) {
    const { results } = await rekindle.memory.saveAll(notes.slice(at, at + AT_ONCE));
    refused += results.filter(({ status }) => status === 'refused').length;
  }
  return { saved: notes.length - refused, refused };
}

/** A list of texts, or of objects with `content`; null if the file holds something else. */
function notesIn(text: string): NewNote[] | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(data)) return null;
  const contents = (data as unknown[]).map((item) =>
    typeof item === 'string' ? item : (item as { content?: unknown } | null)?.content,
  );
  if (!contents.every((content) => typeof content === 'string')) return null;
  return contents.map((content) => ({ content, target: 'archive' }));
}
