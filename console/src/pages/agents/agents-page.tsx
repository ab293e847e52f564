import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/filter-bar.tsx';
import { Page } from '../../parts/page.tsx';
import type { NameOfProvider } from '../../parts/provider-names.ts';
import { readProviderNames } from '../../parts/providers.ts';
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
  const filters = useFilters(AGENT_PARTS);
  const known = useQuery(readAgents, '', { everyMs: selection.keys.size > 0 ? null : QUIET_MS });
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
      {known.value?.agents.length !== 0 && <AgentFilterBar {...filters} />}
      <AsyncView query={known}>
        {(value) =>
          value.agents.length === 0 ? (
            <NoAgents />
          ) : (
            <List {...value} {...{ filters, selection }} again={known.refetch} />
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

interface KnownAgents {
  readonly agents: readonly Agent[];
  readonly nameOf: NameOfProvider;
}

async function readAgents(): Promise<KnownAgents> {
  const [agents, nameOf] = await Promise.all([answered(api.GET('/api/v1/agents')), readProviderNames()]);
  return { agents, nameOf };
}

interface ListProps extends KnownAgents {
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
