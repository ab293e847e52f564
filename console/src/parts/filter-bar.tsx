import { toChildArray, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Select } from './select.tsx';
import { sharedStrings } from './strings.ts';
import './filter-bar.css';

interface FilterBarProps {
  /** What is filtered, as in "Filter calls". */
  readonly label: string;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly children: ComponentChildren;
}

/** The fields that narrow a list down, and a way back to all of it. On a phone those after the first are behind a button. */
export function FilterBar({ label, isNarrowed, onClear, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = toChildArray(children).length > 1;
  return (
    <div class={isOpen ? 'filters' : 'filters closed'} role="search" aria-label={label}>
      {children}
      {hasMore && (
        <div class="filters-toggle">
          <Button icon={isOpen ? 'up' : 'down'} expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {sharedStrings.filters.more}
          </Button>
        </div>
      )}
      {isNarrowed && (
        <Button kind="quiet" icon="close" onPress={onClear}>
          {sharedStrings.filters.clear}
        </Button>
      )}
    </div>
  );
}

interface FilterChoiceProps<Value extends string> {
  readonly label: string;
  /** The choices in words. */
  readonly words: Readonly<Record<Value, string>>;
  readonly value: Value | '';
  readonly onChange: (value: Value | '') => void;
  /** What no choice means. */
  readonly none?: string;
}

/** Narrows a list down to one of several kinds, or orders it. */
export const FilterChoice = <Value extends string>({
  label,
  words,
  value,
  onChange,
  none = sharedStrings.filters.any,
}: FilterChoiceProps<Value>) => (
  <Select
    label={label}
    value={value}
    placeholder={none}
    options={Object.entries<string>(words).map(([id, text]) => ({ value: id, label: text }))}
    onChange={(chosen) => onChange(chosen as Value | '')}
  />
);

/** Shown in place of a list of which the filter leaves nothing. */
export const NoMatch = ({ onClear }: Pick<FilterBarProps, 'onClear'>) => (
  <EmptyState
    icon="search"
    title={sharedStrings.filters.noMatch}
    action={<Button onPress={onClear}>{sharedStrings.filters.clear}</Button>}
  >
    {sharedStrings.filters.noMatchWhy}
  </EmptyState>
);
