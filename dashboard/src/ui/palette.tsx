/** Goes to views, items and notes, and does things, by typing what they are called. */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxStore,
} from '@ariakit/react/combobox';
import { Dialog } from '@ariakit/react/dialog';
import { useState } from 'preact/hooks';

import { useTopic } from '../live/rekindle';
import { foundNotes, nothing, profile, settings, type Known } from '../live/topics';
import { changeOf } from '../logic/changes';
import { itemsOf } from '../logic/items';
import { fits } from '../logic/marks';
import { chooseLanguage, LANGUAGES, languageInUse, t, type Language } from '../strings';
import { itemLabel, itemText } from './facts';
import { turnLearning } from './act';
import { leave } from './frame';
import { go, withParams, type View } from './router';
import { theme, THEMES } from './theme';
import { useDelayed } from './hooks';

interface Entry {
  id: string;
  label: string;
  hint?: string;
  run: () => void;
}
type Found = Known<ReturnType<typeof foundNotes>>;

const MOST = 6;
const SHORTEST_SEARCH = 2;

export default function Palette(props: { views: View[]; onClose: () => void }) {
  const words = t().palette;
  const [text, setText] = useState('');
  const store = useComboboxStore({
    focusLoop: true,
    compositeElementInFocusOrder: false,
    setInputValue: setText,
  });
  const sought = text.trim();
  const fitting = (entries: Entry[]) => entries.filter(({ label }) => fits(label, sought));
  const groups: [string, Entry[]][] = [
    [words.views, fitting(viewsOf(props.views))],
    [words.actions, [...comparisons(sought), ...fitting(useActions())]],
    [words.items, useItems(sought)],
    [words.notes, useNotes(sought)],
  ];
  const shown = groups.filter(([, entries]) => entries.length);
  return (
    <Dialog
      open
      onClose={props.onClose}
      backdrop={<div class="backdrop" />}
      className="dialog palette"
      aria-label={words.title}
    >
      <ComboboxProvider store={store}>
        <Combobox
          autoSelect="always"
          className="palette-input"
          placeholder={words.placeholder}
          aria-label={words.placeholder}
          // The library hands keys on to the active item by events that Preact does not see.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.defaultPrevented) return;
            event.preventDefault();
            const { activeId } = store.getState();
            if (activeId) document.getElementById(activeId)?.click();
          }}
        />
        <ComboboxList alwaysVisible className="palette-list" aria-label={words.results}>
          {shown.map(([title, entries]) => (
            <ComboboxGroup key={title}>
              <ComboboxGroupLabel className="palette-group muted small">{title}</ComboboxGroupLabel>
              {entries.map((entry) => (
                <ComboboxItem
                  key={entry.id}
                  className="palette-item apart"
                  value={entry.id}
                  setValueOnClick={false}
                  focusOnHover
                  onClick={() => {
                    props.onClose();
                    entry.run();
                  }}
                >
                  <span>{entry.label}</span>
                  {entry.hint && <span class="muted small">{entry.hint}</span>}
                </ComboboxItem>
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
        {!shown.length && (
          <p class="palette-group muted small" role="status">
            {words.nothing}
          </p>
        )}
      </ComboboxProvider>
    </Dialog>
  );
}

const viewsOf = (views: View[]): Entry[] =>
  views.map((name) => ({ id: `view:${name}`, label: t().nav[name], run: () => go(`/${name}`) }));

/** Two numbers are two versions of the profile to compare. */
function comparisons(sought: string): Entry[] {
  const [one, other] = (sought.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
  if (!one || !other || one === other) return [];
  const to = `/timeline?compare=${changeOf(one)}..${changeOf(other)}`;
  return [{ id: 'compare', label: t().palette.compare(`${one}`, `${other}`), run: () => go(to) }];
}

function useActions(): Entry[] {
  const words = t().palette;
  const { data } = useTopic(settings);
  const interval = data?.userMemoryAnalysisInterval;
  const isOn = !!(data?.learningEnabled && interval);
  const learning = {
    id: 'learning',
    label: isOn ? t().learning.pause : t().learning.resume,
    run: () => void turnLearning(isOn, interval),
  };
  return [
    ...(data ? [learning] : []),
    { id: 'connect', label: words.connect, run: () => go('/connections') },
    {
      id: 'export',
      label: t().data.exportAction,
      run: () => void import('../views/settings/data').then((one) => one.exportEverything()),
    },
    ...THEMES.filter((name) => name !== theme.value).map((name) => ({
      id: `theme:${name}`,
      label: words.theme(t().settings.themes[name]),
      run: () => {
        theme.value = name;
      },
    })),
    ...(Object.keys(LANGUAGES) as Language[])
      .filter((name) => name !== languageInUse())
      .map((name) => ({
        id: `language:${name}`,
        label: words.language(LANGUAGES[name].name),
        run: () => void chooseLanguage(name),
      })),
    { id: 'out', label: t().nav.signOut, run: leave },
  ];
}

/** What is known that the text is part of. It opens beside whatever view is shown. */
function useItems(sought: string): Entry[] {
  const { data } = useTopic(profile);
  if (!data || sought.length < SHORTEST_SEARCH) return [];
  return itemsOf(data)
    .filter((item) => item.text && fits(`${itemLabel(item)} ${itemText(item)}`, sought))
    .slice(0, MOST)
    .map((item) => ({
      id: item.address,
      label: itemText(item),
      ...(item.kind === 'fact' && { hint: itemLabel(item) }),
      run: () => go(withParams({ item: item.address })),
    }));
}

/** The notes that fit, once somebody stops typing. The view of notes says why a search has failed. */
function useNotes(sought: string): Entry[] {
  const settled = useDelayed(sought);
  const isLong = settled.length >= SHORTEST_SEARCH;
  const { data } = useTopic<Found | null>(isLong ? foundNotes(settled, {}) : nothing);
  if (!data || settled !== sought) return [];
  return data.items.slice(0, MOST).map(({ entry, snippet }) => ({
    id: `note:${entry.id}`,
    label: snippet || entry.content,
    hint: t().memory.tiers[entry.target],
    run: () => go(`/memory?q=${encodeURIComponent(settled)}`),
  }));
}
