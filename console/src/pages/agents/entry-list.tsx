import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { AgentForm } from './agent-form.ts';
import { useOpenPlaces } from './use-open-places.ts';
import './entry-list.css';

/** One entry of a list, and what changes it. */
export interface EntryProps<T> {
  readonly entry: T;
  readonly place: number;
  /** Where it is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (entry: T) => void;
}

interface EntryListProps<T> {
  readonly entries: readonly T[];
  /** Where the list is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly words: {
    readonly none?: string;
    readonly add: string;
    readonly edit: (title: string) => string;
    readonly remove: (title: string) => string;
    /** Where the order of the entries matters. */
    readonly up?: (title: string) => string;
  };
  /** The level of the entries' headings. */
  readonly heading?: 'h3' | 'h4' | 'h5';
  readonly titleOf: (entry: T) => string;
  readonly summaryOf: (entry: T, place: number) => ComponentChildren;
  /** A new entry. */
  readonly blank: () => T;
  readonly onChange: (entries: readonly T[]) => void;
  /** The id of an entry, for what leads to it. */
  readonly idOf?: (place: number) => string;
  /** More buttons of an entry. */
  readonly buttonsOf?: (entry: T) => ComponentChildren;
  /** The form of an entry. */
  readonly children: (props: EntryProps<T>) => ComponentChildren;
}

/** A line for each entry, and the form of those that are open or have a problem. */
export function EntryList<T>({ entries, path, form, words, blank, onChange, ...rest }: EntryListProps<T>) {
  const opened = useOpenPlaces();
  const { list, focusNext } = useNextFocus();
  const add = (): void => {
    onChange([...entries, blank()]);
    opened.toggle(entries.length);
    focusNext(`:scope > :nth-child(${entries.length + 1}) .control`);
  };
  const remove = (gone: number): void => {
    onChange(entries.filter((_, at) => at !== gone));
    opened.forget(gone);
    focusNext(':scope > .entry-add button');
  };
  const raise = (place: number): void => {
    onChange(entries.map((each, at) => entries[at === place ? at - 1 : at === place - 1 ? place : at] ?? each));
    opened.raise(place);
    focusNext(`:scope > :nth-child(${place}) .entry-edit button`);
  };
  return (
    <div class="stack" ref={list}>
      {entries.map((entry, place) => (
        <Entry
          key={place}
          {...{ ...rest, entry, place, form, words }}
          path={`${path}[${place}]`}
          isOpen={opened.has(place) || form.problemsIn(`${path}[${place}]`).length > 0}
          onToggle={() => opened.toggle(place)}
          onRemove={() => remove(place)}
          onRaise={() => raise(place)}
          onChange={(after) => onChange(entries.map((each, at) => (at === place ? after : each)))}
        />
      ))}
      <div class="row entry-add">
        <Button icon="plus" onPress={add}>
          {words.add}
        </Button>
        {entries.length === 0 && words.none !== undefined && <span class="soft">{words.none}</span>}
      </div>
    </div>
  );
}

/** The list, and a way to bring the focus to something in it once that is there. */
function useNextFocus() {
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  return { list, focusNext: (selector: string): void => void (next.current = selector) };
}

interface EntryViewProps<T>
  extends EntryProps<T>, Omit<EntryListProps<T>, 'entries' | 'blank' | 'onChange' | keyof EntryProps<T>> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
  readonly onRaise: () => void;
}

function Entry<T>({
  words,
  heading: Heading = 'h3',
  titleOf,
  summaryOf,
  idOf,
  buttonsOf,
  children,
  ...props
}: EntryViewProps<T>) {
  const { entry, place, path, form, onChange, isOpen } = props;
  const title = titleOf(entry);
  return (
    <section class="entry" id={idOf?.(place)} tabIndex={idOf ? -1 : undefined} aria-label={title}>
      <div class="entry-line">
        <Heading>{title}</Heading>
        <div class="entry-summary soft">{summaryOf(entry, place)}</div>
        <div class="row entry-edit">
          <Button kind="quiet" icon="edit" label={words.edit(title)} expanded={isOpen} onPress={props.onToggle} />
          {words.up && place > 0 && <Button kind="quiet" icon="up" label={words.up(title)} onPress={props.onRaise} />}
          {buttonsOf?.(entry)}
          <Button kind="quiet" icon="trash" label={words.remove(title)} onPress={props.onRemove} />
        </div>
      </div>
      {isOpen && <div class="entry-form stack">{children({ entry, place, path, form, onChange })}</div>}
    </section>
  );
}
