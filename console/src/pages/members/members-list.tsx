import { FilterBar, FilterChoice, NoMatch } from '../../parts/filter-bar.tsx';
import { hasText } from '../../parts/filters.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { useFilters } from '../../parts/use-filters.ts';
import { MembersTable, type MembersTableProps } from './members-table.tsx';
import { strings } from './strings.ts';

const PARTS = { text: null, role: ['member', 'admin', 'super_admin'] } as const;

/** The members that the filter leaves. */
export function MembersList({ members, ...rest }: MembersTableProps) {
  const { filter, change, clear, isNarrowed } = useFilters(PARTS);
  const rows = members.filter(
    ({ email, role }) => hasText(filter.text, email) && (filter.role === '' || filter.role === role),
  );
  return (
    <>
      {(members.length > 1 || isNarrowed) && (
        <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
          <SearchField
            label={sharedStrings.filters.search}
            value={filter.text}
            onSearch={(text) => change({ text }, 'typed')}
          />
          <FilterChoice
            label={strings.role}
            words={strings.roles}
            value={filter.role}
            onChange={(role) => change({ role })}
          />
        </FilterBar>
      )}
      {rows.length === 0 ? <NoMatch onClear={clear} /> : <MembersTable members={rows} {...rest} />}
    </>
  );
}
