import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { analysisStrings, strings } from './strings.ts';
import type { Call } from './call.ts';
import { agentsOf, SHOWN, SUCCESSES, type CallFilter } from './filter.ts';

interface FiltersProps {
  readonly filter: CallFilter;
  /** Their agents are offered. */
  readonly calls: readonly Call[];
  readonly onFilter: (filter: CallFilter) => void;
}

/** Chooses which calls are shown. */
export function Filters({ filter, calls, onFilter }: FiltersProps) {
  const shown = SHOWN.map((value) => ({ value, label: sharedStrings.callFilters[value] }));
  const types = (['inbound', 'outbound', 'web'] as const).map((value) => ({ value, label: strings.types[value] }));
  const change = (part: Partial<CallFilter>): void => onFilter({ ...filter, ...part });
  return (
    <div class="filters" role="group" aria-label={strings.filters}>
      <Select
        label={strings.show}
        value={filter.show}
        options={shown}
        onChange={(show) => change({ show: SHOWN.find((each) => each === show) ?? 'all' })}
      />
      <Select
        label={strings.type}
        value={filter.type}
        placeholder={strings.anyType}
        options={types}
        onChange={(type) => change({ type })}
      />
      <Select
        label={sharedStrings.agent}
        value={filter.agent}
        placeholder={strings.anyAgent}
        options={agentsOf(calls)}
        onChange={(agent) => change({ agent })}
      />
      <Select
        label={analysisStrings.filter}
        value={filter.success}
        placeholder={analysisStrings.anySuccess}
        options={SUCCESSES.map((value) => ({ value, label: analysisStrings.success[value] }))}
        onChange={(success) => change({ success: SUCCESSES.find((each) => each === success) ?? '' })}
      />
    </div>
  );
}
