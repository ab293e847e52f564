import { Select } from '../../parts/select.tsx';
import { words } from '../../words.ts';
import type { Call } from './call.ts';
import { agentsOf, SHOWN, type CallFilter } from './filter.ts';

interface FiltersProps {
  readonly filter: CallFilter;
  /** Their agents are offered. */
  readonly calls: readonly Call[];
  readonly onFilter: (filter: CallFilter) => void;
}

/** Chooses which calls are shown. */
export function Filters({ filter, calls, onFilter }: FiltersProps) {
  const shown = SHOWN.map((value) => ({ value, label: words.calls.shown[value] }));
  const types = (['inbound', 'outbound', 'web'] as const).map((value) => ({ value, label: words.calls.types[value] }));
  const change = (part: Partial<CallFilter>): void => onFilter({ ...filter, ...part });
  return (
    <div class="filters" role="group" aria-label={words.calls.filters}>
      <Select
        label={words.calls.show}
        value={filter.show}
        options={shown}
        onChange={(show) => change({ show: SHOWN.find((each) => each === show) ?? 'all' })}
      />
      <Select
        label={words.calls.type}
        value={filter.type}
        placeholder={words.calls.anyType}
        options={types}
        onChange={(type) => change({ type })}
      />
      <Select
        label={words.calls.agent}
        value={filter.agent}
        placeholder={words.calls.anyAgent}
        options={agentsOf(calls)}
        onChange={(agent) => change({ agent })}
      />
    </div>
  );
}
