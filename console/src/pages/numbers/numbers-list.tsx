import { FilterBar, NoMatch } from '../../parts/filter-bar.tsx';
import { hasText } from '../../parts/filters.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { agentNameIn, NumbersTable, type NumbersTableProps } from './numbers-table.tsx';
import { strings } from './strings.ts';

const PARTS = { text: null } as const;

/** The numbers that the filter leaves. */
export function NumbersList({ numbers, ...rest }: NumbersTableProps) {
  const { filter, change, clear, isNarrowed } = useFilters(PARTS);
  const rows = numbers.filter(({ phone_number: number, agent_id: id }) =>
    hasText(filter.text, number, id === null ? null : agentNameIn(rest.agents, id)),
  );
  return (
    <>
      {(numbers.length > 1 || isNarrowed) && (
        <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
          <SearchField label={strings.search} value={filter.text} onSearch={(text) => change({ text }, 'typed')} />
        </FilterBar>
      )}
      {rows.length === 0 ? <NoMatch onClear={clear} /> : <NumbersTable numbers={rows} {...rest} />}
    </>
  );
}
