import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import { filtered, NO_FILTER } from './agent-filter.ts';
import type { Agent } from './agent.ts';
import { AgentFilterBar } from './agent-filter-bar.tsx';
import { AgentTemplates } from './agent-templates.tsx';
import { AgentsTable } from './agents-table.tsx';
import { StarterAgentButton } from './starter-agent-button.tsx';

/** Every agent of the organisation. */
export function AgentsPage() {
  const agents = useQuery(() => answered(api.GET('/api/v1/agents')));
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
      <AsyncView query={agents}>
        {(known) => (known.length === 0 ? <NoAgents /> : <List agents={known} again={agents.refetch} />)}
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

function List({ agents, again }: { agents: readonly Agent[]; again: () => void }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const fitting = filtered(agents, filter);
  const clear = (
    <Button kind="quiet" onPress={() => setFilter(NO_FILTER)}>
      {strings.clear}
    </Button>
  );
  return (
    <>
      <AgentFilterBar filter={filter} onChange={setFilter} />
      {fitting.length === 0 ? (
        <EmptyState icon="search" title={strings.noMatch} action={clear} />
      ) : (
        <AgentsTable agents={fitting} again={again} />
      )}
      <AgentTemplates taken={agents.map(({ name }) => name)} />
    </>
  );
}
