import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/filter-bar.tsx';
import { Page } from '../../parts/page.tsx';
import type { NameOfProvider } from '../../parts/provider-names.ts';
import { useProviderNames } from '../../parts/providers.ts';
import { useFilters, type Filters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection, type Selection } from '../../parts/use-selection.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import { AGENT_PARTS, filtered } from './agent-filter.ts';
import type { Agent } from './agent.ts';
import { AgentFilterBar } from './agent-filter-bar.tsx';
import { AgentTemplates } from './agent-templates.tsx';
import { AgentsTable } from './agents-table.tsx';
import { StarterAgentButton } from './starter-agent-button.tsx';

const QUIET_MS = 30_000;

/** Every agent of the organisation. */
export function AgentsPage() {
  const selection = useSelection('');
  const nameOf = useProviderNames();
  const filters = useFilters(AGENT_PARTS);
  const agents = useQuery(() => answered(api.GET('/api/v1/agents')), '', {
    everyMs: selection.keys.size > 0 ? null : QUIET_MS,
  });
  return (
    <Page
      title={strings.title}
      lead={strings.lead}
      actions={
        <LinkButton kind="primary" icon="plus" href={at('/agents/new')}>
          {strings.create}
        </LinkButton>
      }
    >
      {agents.value?.length !== 0 && <AgentFilterBar {...filters} />}
      <AsyncView query={agents}>
        {(value) =>
          value.length === 0 ? (
            <NoAgents />
          ) : (
            <List agents={value} {...{ nameOf, filters, selection }} again={agents.refetch} />
          )
        }
      </AsyncView>
    </Page>
  );
}

const NoAgents = () => (
  <>
    <EmptyState icon="wave" title={strings.none} action={<StarterAgentButton taken={[]} />}>
      {strings.noneWhy}
    </EmptyState>
    <AgentTemplates taken={[]} />
  </>
);

interface ListProps {
  readonly agents: readonly Agent[];
  readonly nameOf: NameOfProvider;
  readonly filters: Filters<typeof AGENT_PARTS>;
  readonly again: () => void;
  readonly selection: Selection;
}

function List({ agents, nameOf, filters, again, selection }: ListProps) {
  const fitting = filtered(agents, filters.filter, nameOf);
  return (
    <>
      {fitting.length === 0 ? (
        <NoMatch onClear={filters.clear} />
      ) : (
        <AgentsTable agents={fitting} {...{ nameOf, again, selection }} />
      )}
      <AgentTemplates taken={agents.map(({ name }) => name)} />
    </>
  );
}
