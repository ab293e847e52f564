import { FilterBar, FilterChoice } from '../../parts/filter-bar.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Filters } from '../../parts/use-filters.ts';
import { sharedStrings } from '../../parts/strings.ts';
import type { Agent } from '../agents/agent.ts';
import { analysisStrings, strings } from './strings.ts';
import type { Call } from './call.ts';
import { agentOptions, versionOptions, type CALL_PARTS } from './filter.ts';

interface CallFiltersProps extends Filters<typeof CALL_PARTS> {
  readonly agents: readonly Agent[];
  /** The shown ones: their agents may be deleted. */
  readonly calls: readonly Call[];
}

const { all: _all, ...SHOWN } = sharedStrings.callFilters;

/** Chooses which calls are shown. */
export function CallFilters({ filter, change, clear, isNarrowed, agents, calls }: CallFiltersProps) {
  const day = (name: 'from' | 'until', label: string) => (
    <TextField label={label} type="date" value={filter[name]} onInput={(value) => change({ [name]: value }, 'typed')} />
  );
  return (
    <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
      <SearchField label={strings.number} value={filter.number} onSearch={(number) => change({ number }, 'typed')} />
      <FilterChoice label={strings.show} words={SHOWN} value={filter.show} onChange={(show) => change({ show })} />
      <FilterChoice
        label={strings.type}
        words={strings.types}
        value={filter.type}
        onChange={(type) => change({ type })}
      />
      <Select
        label={sharedStrings.agent}
        value={filter.agent}
        placeholder={sharedStrings.filters.any}
        options={agentOptions(agents, calls, filter.agent)}
        onChange={(agent) => change({ agent, version: '' })}
      />
      {filter.agent !== '' && (
        <Select
          label={strings.version}
          value={filter.version}
          placeholder={strings.anyVersion}
          options={versionOptions(versionsOf(agents, filter.agent), filter.version)}
          onChange={(version) => change({ version })}
        />
      )}
      <FilterChoice
        label={analysisStrings.filter}
        words={analysisStrings.success}
        value={filter.success}
        none={analysisStrings.anySuccess}
        onChange={(success) => change({ success })}
      />
      {day('from', strings.fromDay)}
      {day('until', strings.untilDay)}
    </FilterBar>
  );
}

const versionsOf = (agents: readonly Agent[], id: string): number =>
  agents.find(({ agent_id }) => agent_id === id)?.version ?? 0;
