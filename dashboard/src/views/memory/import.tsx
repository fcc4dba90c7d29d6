/** Takes in texts, each as one long note in the archive. The settings import everything else. */
import { Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';

import { rekindle } from '../../live/rekindle';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button } from '../../ui/parts';

export function ImportTexts() {
  const words = t().memory;
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    const tags = [file.name.slice(0, 64)];
    const content = await file.text();
    await rekindle.memory.save({ content, target: 'archive', split: true, tags });
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        class="hidden"
        tabIndex={-1}
        multiple
        accept=".md,.markdown,.txt,text/*"
        aria-label={words.importFiles}
        onChange={async ({ currentTarget }) => {
          for (const file of Array.from(currentTarget.files ?? [])) {
            await act(() => take(file), words.imported(file.name));
          }
          currentTarget.value = '';
        }}
      />
      <Button icon={Upload} onClick={() => field.current?.click()}>
        {words.importFiles}
      </Button>
    </>
  );
}
