import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import type { Agent } from '../agents/agent.ts';
import { CampaignForm } from './campaign-form.tsx';

/** Makes a campaign. Nothing is dialled before it is started. */
export function NewCampaignPage() {
  const answer = useQuery(async () => {
    const [agents, numbers] = await Promise.all([
      answered(api.GET('/api/v1/agents')),
      answered(api.GET('/api/v1/phone-numbers')),
    ]);
    return { agents: agents.filter(hasNumber), numbers };
  });
  return (
    <Page narrow title={strings.new} lead={strings.createLead} back={{ href: at('/campaigns'), label: strings.title }}>
      <AsyncView query={answer}>
        {({ agents, numbers }) =>
          agents.length === 0 ? (
            <EmptyState
              icon="hash"
              title={strings.noAgent}
              action={<LinkButton href={at('/numbers')}>{strings.attach}</LinkButton>}
            >
              {strings.noAgentWhy}
            </EmptyState>
          ) : (
            <CampaignForm agents={agents} numbers={numbers} />
          )
        }
      </AsyncView>
    </Page>
  );
}

const hasNumber = ({ agent_category, status, linked_phone_number }: Agent): boolean =>
  agent_category === 'telephony' && status === 'active' && linked_phone_number !== null;
