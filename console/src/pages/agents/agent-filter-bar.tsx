import { FilterBar, FilterChoice } from '../../parts/filter-bar.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import type { Filters } from '../../parts/use-filters.ts';
import { bulkStrings } from './bulk-strings.ts';
import { strings } from './strings.ts';
import type { AGENT_PARTS } from './agent-filter.ts';

/** Narrows the list of agents down. */
export const AgentFilterBar = ({ filter, change, clear, isNarrowed }: Filters<typeof AGENT_PARTS>) => (
  <FilterBar label={bulkStrings.filters} isNarrowed={isNarrowed} onClear={clear}>
    <SearchField label={strings.search} value={filter.text} onSearch={(text) => change({ text }, 'typed')} />
    <FilterChoice
      label={strings.category}
      words={strings.categories}
      value={filter.category}
      onChange={(category) => change({ category })}
    />
    <FilterChoice
      label={strings.status}
      words={strings.statuses}
      value={filter.status}
      onChange={(status) => change({ status })}
    />
    <FilterChoice
      label={sharedStrings.filters.sort}
      words={{ name: strings.name, changed: strings.changed }}
      none={sharedStrings.filters.newest}
      value={filter.sort}
      onChange={(sort) => change({ sort })}
    />
  </FilterBar>
);
