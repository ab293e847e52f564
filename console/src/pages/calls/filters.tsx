import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { analysisStrings, strings } from './strings.ts';
import type { Call } from './call.ts';
import { agentsOf, SHOWN, SUCCESSES, versionsOf, type CallFilter } from './filter.ts';

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
        onChange={(agent) => change({ agent, version: '' })}
      />
      {filter.agent !== '' && (
        <Select
          label={strings.version}
          value={filter.version}
          placeholder={strings.anyVersion}
          options={versionOptions(calls, filter)}
          onChange={(version) => change({ version })}
        />
      )}
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

/** The versions to choose from, and the chosen one. */
const versionOptions = (calls: readonly Call[], { agent, version }: CallFilter) =>
  [...new Set([...(version === '' ? [] : [version]), ...versionsOf(calls, agent).map(String)])].map((value) => ({
    value,
    label: value,
  }));
