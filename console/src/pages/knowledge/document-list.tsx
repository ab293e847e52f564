import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterBar, FilterChoice, NoMatch } from '../../parts/filter-bar.tsx';
import { hasText } from '../../parts/filters.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { useFilters } from '../../parts/use-filters.ts';
import type { Selection } from '../../parts/use-selection.ts';
import type { Agent } from '../agents/agent.ts';
import { DocumentTable } from './document-table.tsx';
import type { Document } from './document.ts';
import { strings } from './strings.ts';

interface DocumentListProps {
  readonly documents: readonly Document[];
  readonly agents: readonly Agent[];
  readonly selection: Selection;
  readonly onChange: () => void;
}

const PARTS = { text: null, status: ['processing', 'ready', 'failed'], sort: ['name'] } as const;

/** The documents that the filter leaves. */
export function DocumentList({ documents, ...rest }: DocumentListProps) {
  const { filter, change, clear, isNarrowed } = useFilters(PARTS);
  const found = documents.filter(
    ({ original_filename, web_page, status }) =>
      hasText(filter.text, original_filename, web_page?.url) && (filter.status === '' || filter.status === status),
  );
  if (documents.length === 0)
    return (
      <EmptyState icon="book" title={strings.none}>
        {strings.noneWhy}
      </EmptyState>
    );
  return (
    <>
      {(documents.length > 1 || isNarrowed) && (
        <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
          <SearchField
            label={sharedStrings.filters.search}
            value={filter.text}
            onSearch={(text) => change({ text }, 'typed')}
          />
          <FilterChoice
            label={strings.status}
            words={strings.statuses}
            value={filter.status}
            onChange={(status) => change({ status })}
          />
          <FilterChoice
            label={sharedStrings.filters.sort}
            words={{ name: strings.name }}
            none={sharedStrings.filters.newest}
            value={filter.sort}
            onChange={(sort) => change({ sort })}
          />
        </FilterBar>
      )}
      {found.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <DocumentTable documents={filter.sort === '' ? found : found.toSorted(byName)} {...rest} />
      )}
    </>
  );
}

const byName = (one: Document, other: Document): number => one.original_filename.localeCompare(other.original_filename);
